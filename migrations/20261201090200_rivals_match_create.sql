-- Rivals matches. What happened is what counts: event n of a match brings its version n, and the match's row is its summary, so
-- that it is found. The director alone writes both.

create table rivals_match (
    match_id uuid not null,
    first_account_id uuid not null,
    -- null while the seat is open
    second_account_id uuid,
    version integer not null,
    state text not null,
    -- nothing more can happen
    over boolean not null,
    starts_at timestamptz,
    -- what a stake is put up for, and one player's stake for that
    stake_mode text not null,
    stake_minor bigint not null,
    -- when both stakes were held
    accepted_at timestamptz,
    -- what its escrow holds, of both together
    exposure_minor bigint not null,
    -- the limits that it is played by, frozen at the challenge
    limits jsonb not null,
    proposed_at timestamptz not null,
    constraint rivals_match_pkey primary key (match_id),
    constraint rivals_match_first_known foreign key (first_account_id) references account (account_id),
    constraint rivals_match_second_known foreign key (second_account_id) references account (account_id),
    constraint rivals_match_players_differ check (first_account_id <> second_account_id),
    constraint rivals_match_version_positive check (version > 0),
    constraint rivals_match_stake_mode check (stake_mode in ('per_match', 'per_game')),
    constraint rivals_match_stake_positive check (stake_minor > 0),
    constraint rivals_match_exposure check (exposure_minor >= 0)
);

create index rivals_match_open on rivals_match (match_id) where not over;
create index rivals_match_of_first on rivals_match (first_account_id, proposed_at);
create index rivals_match_of_second on rivals_match (second_account_id, proposed_at);

create table rivals_match_event (
    match_id uuid not null,
    version integer not null,
    -- the form of the body; readers of old forms stay for ever
    schema smallint not null,
    kind text not null,
    body jsonb not null,
    -- the lease that it was written under
    epoch bigint not null,
    decided_at timestamptz not null,
    recorded_at timestamptz not null default clock_timestamp(),
    constraint rivals_match_event_pkey primary key (match_id, version),
    constraint rivals_match_event_match_known foreign key (match_id) references rivals_match (match_id)
);

create trigger rivals_match_event_kept before update or delete or truncate on rivals_match_event
    for each statement execute function refuse_change();

-- Cancellations by one player alone, too late: marks (R5).
create table rivals_late_cancel (
    match_id uuid not null,
    account_id uuid not null,
    cancelled_at timestamptz not null,
    constraint rivals_late_cancel_pkey primary key (match_id),
    constraint rivals_late_cancel_match_known foreign key (match_id) references rivals_match (match_id),
    constraint rivals_late_cancel_account_known foreign key (account_id) references account (account_id)
);

create index rivals_late_cancel_of_account on rivals_late_cancel (account_id, cancelled_at);
