-- Ratings: what each rated game did to whom, and what came of it. A rating is the newest change's "after"; its row is kept so that
-- it is found, and so that whoever changes it locks it.

create table rating (
    account_id uuid not null,
    variant text not null,
    -- the pace
    class text not null,
    -- millionths of a point
    rating_micro bigint not null,
    deviation_micro bigint not null,
    -- billionths
    volatility_nano bigint not null,
    -- rated games, without those that were voided
    games integer not null,
    -- the end of the last of them
    last_at timestamptz,
    -- the number of the newest change
    seq integer not null,
    constraint rating_pkey primary key (account_id, variant, class),
    constraint rating_account_known foreign key (account_id) references account (account_id),
    constraint rating_class check (class in ('bullet', 'blitz', 'rapid', 'classical')),
    constraint rating_counts check (games >= 0 and seq >= games),
    constraint rating_uncertain check (deviation_micro > 0 and volatility_nano > 0)
);

create index rating_board on rating (variant, class, rating_micro desc);

create table rating_change (
    game_id uuid not null,
    account_id uuid not null,
    -- 'game': it ended; 'void': what it did is taken back
    cause text not null,
    opponent_id uuid not null,
    variant text not null,
    class text not null,
    -- the how-manieth change of the account in the class
    seq integer not null,
    -- the end of the game; of a void, when it was declared
    changed_at timestamptz not null,
    rating_before_micro bigint not null,
    deviation_before_micro bigint not null,
    volatility_before_nano bigint not null,
    games_before integer not null,
    last_before_at timestamptz,
    rating_after_micro bigint not null,
    deviation_after_micro bigint not null,
    volatility_after_nano bigint not null,
    games_after integer not null,
    last_after_at timestamptz,
    recorded_at timestamptz not null default clock_timestamp(),
    constraint rating_change_pkey primary key (game_id, account_id, cause),
    constraint rating_change_in_order unique (account_id, variant, class, seq),
    constraint rating_change_game_known foreign key (game_id) references game (game_id),
    constraint rating_change_of_rating foreign key (account_id, variant, class)
        references rating (account_id, variant, class),
    constraint rating_change_opponent_known foreign key (opponent_id) references account (account_id),
    constraint rating_change_opponent_differs check (account_id <> opponent_id),
    constraint rating_change_cause check (cause in ('game', 'void')),
    constraint rating_change_seq_positive check (seq > 0)
);

-- what two have won from each other within a day
create index rating_change_of_pair on rating_change (account_id, opponent_id, changed_at);

create trigger rating_change_kept before update or delete or truncate on rating_change
    for each statement execute function refuse_change();
