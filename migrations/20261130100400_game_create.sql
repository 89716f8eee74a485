-- Staked games: the frozen terms, and every event. The row changes at its start, its end and its settlement only.

create table game (
    game_id uuid not null,
    -- the terms, frozen
    variant text not null,
    rule_set text not null,
    -- null: the variant's own first position
    start_fen text,
    initial_ms bigint not null,
    increment_ms bigint not null,
    first_move_ms bigint not null,
    max_draw_offers smallint not null,
    stake_minor bigint not null,
    fee_basis_points integer not null,
    config_hash text not null,
    -- the players
    white_account_id uuid not null,
    black_account_id uuid not null,
    rematch_of uuid,
    watchable boolean not null,
    -- whose lease its appends are fenced by
    node text not null,
    started_at timestamptz not null,
    -- the end
    ended_at timestamptz,
    outcome text,
    reason text,
    blame text,
    settled_at timestamptz,
    constraint game_pkey primary key (game_id),
    constraint game_rematch_once unique (rematch_of),
    constraint game_rematch_known foreign key (rematch_of) references game (game_id),
    constraint game_white_known foreign key (white_account_id) references account (account_id),
    constraint game_black_known foreign key (black_account_id) references account (account_id),
    constraint game_node_known foreign key (node) references node_lease (node),
    constraint game_players_differ check (white_account_id <> black_account_id),
    constraint game_stake_positive check (stake_minor > 0),
    constraint game_fee_within check (fee_basis_points between 0 and 10000),
    constraint game_clock_positive check (initial_ms > 0 and increment_ms >= 0 and first_move_ms > 0),
    constraint game_outcome check (outcome in ('white', 'black', 'draw', 'void')),
    constraint game_blame check (blame in ('white', 'black')),
    constraint game_ended_whole check (
        (ended_at is null) = (outcome is null) and (ended_at is null) = (reason is null)
    ),
    constraint game_settled_after_end check (settled_at is null or ended_at is not null)
);

create index game_unfinished on game (node) where ended_at is null;
create index game_unsettled on game (ended_at) where ended_at is not null and settled_at is null;
create index game_of_white on game (white_account_id, started_at);
create index game_of_black on game (black_account_id, started_at);
create index game_live_of_white on game (white_account_id) where ended_at is null;
create index game_live_of_black on game (black_account_id) where ended_at is null;
create index game_blamed_white on game (white_account_id, ended_at) where reason = 'aborted' and blame = 'white';
create index game_blamed_black on game (black_account_id, ended_at) where reason = 'aborted' and blame = 'black';

-- Event n brings version n. There is no foreign key to the game: version 1 is written in the transaction that makes the
-- game, and each later one needs the one before it, which says more; and a key would write to the game's row with every
-- move.
create table game_event (
    game_id uuid not null,
    version integer not null,
    -- 1 started, 2 moved, 3 draw offered, 4 draw declined, 5 paused, 6 resumed, 7 voided, 8 ended
    kind smallint not null,
    -- the form of this kind's columns; readers of old forms stay for ever
    schema smallint not null,
    -- the lease that it was written under; null for what the operator wrote
    epoch bigint,
    -- 0 white, 1 black
    side smallint,
    ply smallint,
    -- a move: squares by number, the captured ones as bits, the path as it was played
    from_square smallint,
    to_square smallint,
    captured bigint,
    path text,
    elapsed_ms bigint,
    lag_credit_ms bigint,
    -- the mover's time
    left_before_ms bigint,
    left_after_ms bigint,
    -- both sides' time, where the clock was stopped or set going
    white_left_ms bigint,
    black_left_ms bigint,
    offer integer,
    cause text,
    down_ms bigint,
    outcome text,
    reason text,
    blame text,
    -- the command's arrival, the room's decision, the row's writing
    received_at timestamptz,
    decided_at timestamptz not null,
    recorded_at timestamptz not null default clock_timestamp(),
    constraint game_event_pkey primary key (game_id, version),
    constraint game_event_version_positive check (version > 0),
    constraint game_event_kind check (kind between 1 and 8),
    constraint game_event_schema check (schema > 0),
    constraint game_event_side check (side in (0, 1)),
    constraint game_event_move_whole check (
        kind <> 2 or num_nulls(side, ply, from_square, to_square, captured, path, elapsed_ms, lag_credit_ms) = 0
    )
);

create trigger game_event_kept before update or delete or truncate on game_event
    for each statement execute function refuse_change();
