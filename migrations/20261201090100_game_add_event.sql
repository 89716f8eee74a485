-- Games of Rivals matches and tournaments. What the event says of its game is frozen with it; the director notes that it has
-- taken note of its end.

alter table game
    -- 'stakes': both wallets hold it, the settler pays it; 'match': its stakes come from the match's escrow, and the settler pays it
    -- once the director has taken note of its end; 'none': it is played for the event's money, the settler has nothing to do
    add column funding text not null default 'stakes',
    add column event_kind text,
    add column event_id uuid,
    -- the round of a tournament, the number of a match's game
    add column event_round integer,
    add column event_table integer,
    add column rated boolean not null default true,
    add column offers_from_ply smallint not null default 2,
    -- what the clocks begin with, where that is not initial_ms for both
    add column white_initial_ms bigint,
    add column black_initial_ms bigint,
    -- who has not moved by then has forfeited
    add column white_absent_at timestamptz,
    add column black_absent_at timestamptz,
    add column consumed_at timestamptz,
    drop constraint game_stake_positive,
    drop constraint game_clock_positive;
alter table game
    add constraint game_funding check (funding in ('stakes', 'match', 'none')) not valid,
    add constraint game_event_kind check (event_kind in ('match', 'event')) not valid,
    add constraint game_event_whole check (num_nulls(event_kind, event_id, event_round, event_table) in (0, 4)) not valid,
    add constraint game_event_funding check ((funding = 'stakes') = (event_id is null)) not valid,
    add constraint game_stake_of_funding check (case funding when 'none' then stake_minor = 0 else stake_minor > 0 end) not valid,
    -- 0 for a first move that runs on the clock
    add constraint game_clock_positive check (initial_ms > 0 and increment_ms >= 0 and first_move_ms >= 0) not valid;
alter table game validate constraint game_funding;
alter table game validate constraint game_event_kind;
alter table game validate constraint game_event_whole;
alter table game validate constraint game_event_funding;
alter table game validate constraint game_stake_of_funding;
alter table game validate constraint game_clock_positive;

create index game_of_event on game (event_id) where event_id is not null;
create index game_unconsumed on game (ended_at) where event_id is not null and ended_at is not null and consumed_at is null;
