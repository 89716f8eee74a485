-- What is put right afterwards: a new, named transfer, never a change of what stands.

create table correction (
    -- derived from the name: the same name is the same correction
    correction_id uuid not null,
    name text not null,
    reason text not null,
    made_by text not null,
    made_at timestamptz not null default now(),
    constraint correction_pkey primary key (correction_id),
    constraint correction_name_once unique (name),
    constraint correction_name_length check (char_length(name) between 1 and 100),
    constraint correction_reason_given check (length(reason) > 0)
);

create trigger correction_kept before update or delete or truncate on correction
    for each statement execute function refuse_change();
