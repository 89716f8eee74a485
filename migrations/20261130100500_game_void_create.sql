-- What happens to games from outside: the operator's voids, and settlements that failed and wait for another try.

create table game_void (
    game_id uuid not null,
    reason text not null,
    voided_by text not null,
    voided_at timestamptz not null default now(),
    constraint game_void_pkey primary key (game_id),
    constraint game_void_game_known foreign key (game_id) references game (game_id),
    constraint game_void_reason_given check (length(reason) > 0)
);

create trigger game_void_kept before update or delete or truncate on game_void
    for each statement execute function refuse_change();

create table settlement_failure (
    game_id uuid not null,
    reason text not null,
    tries integer not null default 1,
    failed_at timestamptz not null default now(),
    retry_at timestamptz not null,
    constraint settlement_failure_pkey primary key (game_id),
    constraint settlement_failure_game_known foreign key (game_id) references game (game_id)
);
