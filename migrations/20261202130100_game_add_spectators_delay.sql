-- Moves of an event's games are shown to who watches as much later as the event's terms say.
alter table game add column spectators_delay_ms bigint not null default 0;
