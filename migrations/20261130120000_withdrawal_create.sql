-- Money on its way out: held in the escrow of its withdrawal until the gateway says that it went, or that it did not.

create table withdrawal (
    -- derived from account and key: the same key is the same withdrawal
    withdrawal_id uuid not null,
    account_id uuid not null,
    amount_minor bigint not null,
    -- held, paid, returned
    state text not null default 'held',
    -- the gateway's own reference, once it has given one
    reference text,
    -- why it was returned
    reason text,
    requested_at timestamptz not null default now(),
    -- when the gateway was last asked
    asked_at timestamptz not null default now(),
    ended_at timestamptz,
    constraint withdrawal_pkey primary key (withdrawal_id),
    constraint withdrawal_account_known foreign key (account_id) references account (account_id),
    constraint withdrawal_amount_positive check (amount_minor > 0),
    constraint withdrawal_state check (state in ('held', 'paid', 'returned')),
    constraint withdrawal_reference_once unique (reference),
    constraint withdrawal_paid_has_reference check (state <> 'paid' or reference is not null),
    constraint withdrawal_returned_has_reason check ((state = 'returned') = (reason is not null)),
    constraint withdrawal_ended_whole check ((state = 'held') = (ended_at is null))
);

create index withdrawal_open on withdrawal (asked_at) where state = 'held';
create index withdrawal_of_account on withdrawal (account_id, requested_at);
