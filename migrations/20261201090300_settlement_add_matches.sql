-- A Rivals match is settled once, whatever its outcome. The rule gets wider: no row that stands can break it.

alter table settlement drop constraint settlement_outcome;
alter table settlement
    add constraint settlement_outcome check (
        case subject_kind
            when 'withdrawal' then outcome in ('paid', 'returned')
            -- the challenger won, the challenged player, nobody, or it was not played
            when 'match' then outcome in ('first', 'second', 'level', 'void')
            else outcome in ('white', 'black', 'draw', 'void')
        end
    ) not valid;
alter table settlement validate constraint settlement_outcome;
