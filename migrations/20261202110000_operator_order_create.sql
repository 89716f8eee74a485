-- What the operator orders of events: written by his command, carried out by the one writer of the event. The answer is written once:
-- in the transaction of the step that carries the order out, or, where it led to no step, by itself.

create table operator_order (
    order_id uuid not null,
    body jsonb not null,
    reason text not null,
    ordered_by text not null,
    ordered_at timestamptz not null default clock_timestamp(),
    done_at timestamptz,
    -- why it was not carried out
    refused text,
    constraint operator_order_pkey primary key (order_id),
    constraint operator_order_reason_given check (length(reason) > 0),
    constraint operator_order_refused_when_done check (refused is null or done_at is not null)
);

create index operator_order_waiting on operator_order (ordered_at) where done_at is null;
