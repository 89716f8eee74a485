-- What this database is for, and every configuration that was ever in force.

create function refuse_change() returns trigger language plpgsql as $$
begin
    raise exception 'rows of % are never changed: only new ones are added', tg_table_name
        using errcode = 'restrict_violation';
end
$$;

create table deployment (
    -- one row only
    deployment_id boolean not null default true,
    environment text not null,
    -- ISO 4217
    currency text not null,
    exponent smallint not null,
    created_at timestamptz not null default now(),
    constraint deployment_pkey primary key (deployment_id),
    constraint deployment_once check (deployment_id),
    constraint deployment_environment check (environment in ('development', 'production')),
    constraint deployment_currency check (currency ~ '^[A-Z]{3}$'),
    constraint deployment_exponent check (exponent between 0 and 8)
);

create trigger deployment_kept before update or delete or truncate on deployment
    for each statement execute function refuse_change();

create table config_version (
    config_hash text not null,
    config_text text not null,
    accepted_at timestamptz not null default now(),
    constraint config_version_pkey primary key (config_hash)
);

create trigger config_version_kept before update or delete or truncate on config_version
    for each statement execute function refuse_change();
