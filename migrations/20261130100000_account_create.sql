-- Who plays: accounts and their signed-in sessions.

create table account (
    account_id uuid not null,
    name text not null,
    -- the name in lower case, folded by the server: the database's own folding depends on its locale
    name_key text not null,
    -- null: nobody can sign in with a password (players made for tests)
    password_hash text,
    created_at timestamptz not null,
    constraint account_pkey primary key (account_id),
    constraint account_name_taken unique (name_key),
    constraint account_name_length check (char_length(name) between 1 and 64)
);

create table session (
    session_id uuid not null,
    account_id uuid not null,
    -- SHA-256 of the token; the token itself is nowhere
    token_hash bytea not null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    revoked_at timestamptz,
    -- where it was opened from; forgotten after the configured time
    address inet,
    constraint session_pkey primary key (session_id),
    constraint session_token_once unique (token_hash),
    constraint session_token_length check (octet_length(token_hash) = 32),
    constraint session_account_known foreign key (account_id) references account (account_id)
);

create index session_of_account on session (account_id) where revoked_at is null;
create index session_with_address on session (created_at) where address is not null;
