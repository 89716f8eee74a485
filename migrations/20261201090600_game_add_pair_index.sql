-- What two players have staked against each other is asked before they stake again.

create index game_of_pair on game (white_account_id, black_account_id, started_at) where funding <> 'none';
