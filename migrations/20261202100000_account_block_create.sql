-- Who wants nothing to do with whom: the two are not paired by play now, take no seats of each other and can't challenge each other.
create table account_block (
    blocker_account_id uuid not null,
    blocked_account_id uuid not null,
    blocked_at timestamptz not null default now(),
    constraint account_block_pkey primary key (blocker_account_id, blocked_account_id),
    constraint account_block_blocker_known foreign key (blocker_account_id) references account (account_id),
    constraint account_block_blocked_known foreign key (blocked_account_id) references account (account_id),
    constraint account_block_of_another check (blocker_account_id <> blocked_account_id)
);
