-- ANALYZE sorts its samples column by column. Of wide tables that grow with every move that took a core for more than a second,
-- about once a minute. No query chooses its plan by most of these columns: they need no statistics.
do $$
declare
    own record;
begin
    for own in
        select c.relname, a.attname,
            case
                when c.relname = 'game_event' and a.attname not in ('game_id', 'version') then 0
                when a.attname in (
                    'variant', 'rule_set', 'start_fen', 'initial_ms', 'increment_ms', 'first_move_ms', 'max_draw_offers',
                    'config_hash', 'watchable', 'fee_basis_points', 'leg', 'direction', 'recorded_at', 'balance_after',
                    'amount_minor', 'token_hash', 'address'
                ) then 0
                else 10
            end as target
        from pg_class c
        join pg_attribute a on a.attrelid = c.oid
        where c.relnamespace = current_schema()::regnamespace
            and c.relname in ('game', 'game_event', 'transfer', 'entry', 'settlement', 'wallet', 'session')
            and a.attnum > 0
            and not a.attisdropped
    loop
        execute format('alter table %I alter column %I set statistics %s', own.relname, own.attname, own.target);
    end loop;
end
$$;
