-- Where a player's clock stands, as his page said last: a rival sees a scheduled match's start by it too.
create table account_zone (
    account_id uuid not null,
    -- a name of the IANA data, as America/Sao_Paulo
    zone text not null,
    constraint account_zone_pkey primary key (account_id),
    constraint account_zone_account_known foreign key (account_id) references account (account_id)
);
