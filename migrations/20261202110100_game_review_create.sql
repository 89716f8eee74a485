-- A game whose pot is held and looked at before it is paid. Written before the settler would have paid it; it is paid when somebody has
-- ruled, or when the time is over. A game that is voided meanwhile gives both stakes back.

create table game_review (
    game_id uuid not null,
    reasons text[] not null,
    opened_at timestamptz not null default now(),
    until timestamptz not null,
    ruled_at timestamptz,
    ruling text,
    ruled_by text,
    reason text,
    constraint game_review_pkey primary key (game_id),
    constraint game_review_game_known foreign key (game_id) references game (game_id),
    constraint game_review_reasons_given check (cardinality(reasons) > 0),
    constraint game_review_ruling check (ruling in ('stands', 'void')),
    constraint game_review_whole check (num_nulls(ruled_at, ruling, ruled_by, reason) in (0, 4))
);

create index game_review_open on game_review (until) where ruled_at is null;
create index session_of_address on session (address) where address is not null;
