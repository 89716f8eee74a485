-- Which process may write the games of a node. All instants are the database's own.

create table node_lease (
    node text not null,
    -- grows with each owner: what an older one has in flight is refused
    epoch bigint not null,
    renewed_at timestamptz not null,
    expires_at timestamptz not null,
    constraint node_lease_pkey primary key (node),
    constraint node_lease_epoch_positive check (epoch > 0)
);
