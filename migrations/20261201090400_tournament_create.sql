-- Tournaments, as matches: event n brings version n, the row is the summary, the director alone writes. An entry is a row, so that
-- its hold can be proved and its player finds it.

create table tournament (
    tournament_id uuid not null,
    version integer not null,
    phase text not null,
    -- nothing is held any more and nothing more will be played
    over boolean not null,
    -- the terms as first announced, frozen from the first registration on
    terms jsonb not null,
    starts_at timestamptz not null,
    -- what its own escrow holds: the pool
    held_minor bigint not null,
    announced_at timestamptz not null,
    constraint tournament_pkey primary key (tournament_id),
    constraint tournament_version_positive check (version > 0),
    constraint tournament_held check (held_minor >= 0)
);

create index tournament_open on tournament (tournament_id) where not over;
create index tournament_newest on tournament (starts_at);

create table tournament_event (
    tournament_id uuid not null,
    version integer not null,
    -- the form of the body; readers of old forms stay for ever
    schema smallint not null,
    kind text not null,
    body jsonb not null,
    -- the lease that it was written under
    epoch bigint not null,
    decided_at timestamptz not null,
    recorded_at timestamptz not null default clock_timestamp(),
    constraint tournament_event_pkey primary key (tournament_id, version),
    constraint tournament_event_tournament_known foreign key (tournament_id) references tournament (tournament_id)
);

create trigger tournament_event_kept before update or delete or truncate on tournament_event
    for each statement execute function refuse_change();

create table tournament_entry (
    entry_id uuid not null,
    tournament_id uuid not null,
    account_id uuid not null,
    -- what its escrow holds: the buy-in, then the fee
    held_minor bigint not null,
    constraint tournament_entry_pkey primary key (entry_id),
    constraint tournament_entry_tournament_known foreign key (tournament_id) references tournament (tournament_id),
    constraint tournament_entry_account_known foreign key (account_id) references account (account_id),
    constraint tournament_entry_held check (held_minor >= 0)
);

create index tournament_entry_of_tournament on tournament_entry (tournament_id);
create index tournament_entry_of_account on tournament_entry (account_id);
