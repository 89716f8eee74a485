-- The books. A transfer is one debit and one credit; its two entries sum to zero and are never changed.
-- Only wallets have a row with a balance: it is what gets locked. House, escrow and world are sums of entries.

create table wallet (
    account_id uuid not null,
    balance_minor bigint not null default 0,
    -- grows by one with each entry
    version bigint not null default 0,
    constraint wallet_pkey primary key (account_id),
    constraint wallet_account_known foreign key (account_id) references account (account_id),
    constraint wallet_balance_covered check (balance_minor >= 0)
);

create table transfer (
    -- derived from subject and leg: a second try is the same transfer
    transfer_id uuid not null,
    subject_kind text not null,
    subject_id uuid not null,
    leg text not null,
    amount_minor bigint not null,
    -- for a refund: the stake that it gives back
    refers_to uuid,
    -- for a deposit: the payment gateway's own reference
    reference text,
    recorded_at timestamptz not null default now(),
    constraint transfer_pkey primary key (transfer_id),
    constraint transfer_leg_once unique (subject_kind, subject_id, leg),
    constraint transfer_reference_once unique (reference),
    constraint transfer_refers_to_known foreign key (refers_to) references transfer (transfer_id),
    constraint transfer_subject_kind check (subject_kind in ('game', 'deposit')),
    constraint transfer_leg check (
        leg in ('deposit', 'stake_white', 'stake_black', 'payout', 'fee', 'refund_white', 'refund_black')
    ),
    constraint transfer_amount_positive check (amount_minor > 0),
    constraint transfer_reference_of_deposit check ((subject_kind = 'deposit') = (reference is not null)),
    constraint transfer_refund_refers check ((leg in ('refund_white', 'refund_black')) = (refers_to is not null))
);

create trigger transfer_kept before update or delete or truncate on transfer
    for each statement execute function refuse_change();

create table entry (
    transfer_id uuid not null,
    direction text not null,
    account_kind text not null,
    -- a wallet's account, an escrow's subject; nil for the house and the world
    holder_id uuid not null,
    -- what the balance changes by: below zero for a debit
    amount_minor bigint not null,
    -- wallets only: the balance after the entry, and the wallet's version that it made
    balance_after bigint,
    wallet_version bigint,
    constraint entry_pkey primary key (transfer_id, direction),
    constraint entry_transfer_known foreign key (transfer_id) references transfer (transfer_id),
    constraint entry_direction check (direction in ('debit', 'credit')),
    constraint entry_account_kind check (account_kind in ('wallet', 'escrow', 'house', 'world')),
    constraint entry_sign check (case direction when 'debit' then amount_minor < 0 else amount_minor > 0 end),
    constraint entry_balance_of_wallet check ((account_kind = 'wallet') = (balance_after is not null)),
    constraint entry_version_of_wallet check ((account_kind = 'wallet') = (wallet_version is not null)),
    constraint entry_balance_covered check (balance_after >= 0)
);

-- a wallet's entries in order, each version once
create unique index entry_wallet_version on entry (holder_id, wallet_version) where account_kind = 'wallet';
create index entry_escrow on entry (holder_id) where account_kind = 'escrow';

create trigger entry_kept before update or delete or truncate on entry
    for each statement execute function refuse_change();

-- Keyed by what is settled, whatever the outcome: settling twice is impossible.
create table settlement (
    subject_kind text not null,
    subject_id uuid not null,
    outcome text not null,
    settled_at timestamptz not null default now(),
    constraint settlement_pkey primary key (subject_kind, subject_id),
    constraint settlement_outcome check (outcome in ('white', 'black', 'draw', 'void'))
);

create trigger settlement_kept before update or delete or truncate on settlement
    for each statement execute function refuse_change();
