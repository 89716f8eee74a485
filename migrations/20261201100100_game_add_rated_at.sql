-- What the rater has done with an ended game. Games that nothing is to be done with (unrated by their terms, forfeits, voids)
-- keep nulls.

alter table game
    add column rated_at timestamptz,
    -- why it changes no rating, or none any more: 'pair_gain': one of the two had won too much from the other; 'void': what it did
    -- is taken back; 'failed': its rows can't be rated
    add column unrated text;
alter table game
    add constraint game_unrated check (unrated is null or (unrated in ('pair_gain', 'void', 'failed') and rated_at is not null)) not valid,
    add constraint game_rated_after_end check (rated_at is null or ended_at is not null) not valid;
alter table game validate constraint game_unrated;
alter table game validate constraint game_rated_after_end;

create index game_to_rate on game (ended_at, game_id)
    where rated and rated_at is null and ended_at is not null and outcome <> 'void' and reason <> 'forfeit';
create index game_to_take_back on game (ended_at, game_id)
    where rated_at is not null and outcome = 'void' and unrated is null;
