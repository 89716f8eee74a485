-- Ladder seasons, as tournaments: event n brings version n, the row is the summary, the keeper of the ladders alone writes.

create table ladder (
    ladder_id uuid not null,
    version integer not null,
    state text not null,
    -- the prizes are paid, or the season was cancelled
    over boolean not null,
    opens_at timestamptz not null,
    ends_at timestamptz not null,
    -- what its pool holds
    held_minor bigint not null,
    -- the limits in force when it was announced
    limits jsonb not null,
    announced_at timestamptz not null,
    constraint ladder_pkey primary key (ladder_id),
    constraint ladder_version_positive check (version > 0),
    constraint ladder_held check (held_minor >= 0)
);

create index ladder_open on ladder (ladder_id) where not over;
create index ladder_newest on ladder (opens_at);

create table ladder_event (
    ladder_id uuid not null,
    version integer not null,
    -- the form of the body; readers of old forms stay for ever
    schema smallint not null,
    kind text not null,
    body jsonb not null,
    -- the lease that it was written under
    epoch bigint not null,
    decided_at timestamptz not null,
    recorded_at timestamptz not null default clock_timestamp(),
    constraint ladder_event_pkey primary key (ladder_id, version),
    constraint ladder_event_ladder_known foreign key (ladder_id) references ladder (ladder_id)
);

create trigger ladder_event_kept before update or delete or truncate on ladder_event
    for each statement execute function refuse_change();
