-- Recurring tournaments: what the configuration's schedules have announced, and what was missed while the server was away. A local
-- minute of a schedule is one row, whatever becomes of it, so that a restart announces nothing twice.

create table tournament_schedule (
    name text not null,
    -- the local minute in the schedule's zone after which its occurrences count: when it was first in force
    since_local text not null,
    created_at timestamptz not null default clock_timestamp(),
    constraint tournament_schedule_pkey primary key (name),
    constraint tournament_schedule_since_minute check (since_local ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d$')
);

create table tournament_occurrence (
    schedule text not null,
    local_at text not null,
    starts_at timestamptz not null,
    -- null: it was missed
    tournament_id uuid,
    recorded_at timestamptz not null default clock_timestamp(),
    constraint tournament_occurrence_pkey primary key (schedule, local_at),
    constraint tournament_occurrence_once unique (tournament_id),
    constraint tournament_occurrence_schedule_known foreign key (schedule) references tournament_schedule (name),
    constraint tournament_occurrence_tournament_known foreign key (tournament_id) references tournament (tournament_id),
    constraint tournament_occurrence_minute check (local_at ~ '^\d{4}-\d\d-\d\dT\d\d:\d\d$')
);

create trigger tournament_occurrence_kept before update or delete or truncate on tournament_occurrence
    for each statement execute function refuse_change();
