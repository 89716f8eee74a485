-- Notices of events, written in the transaction of what they tell of. Shown on the page; those that are due go by mail too.

create table account_mail (
    account_id uuid not null,
    address text not null,
    language text not null,
    -- the topics that are not sent
    off text[] not null default '{}',
    -- null: nothing goes there but the letter that asks whose it is
    verified_at timestamptz,
    -- SHA-256 of the code of the newest such letter, until it is used
    code_hash bytea,
    code_sent_at timestamptz,
    changed_at timestamptz not null,
    constraint account_mail_pkey primary key (account_id),
    constraint account_mail_account_known foreign key (account_id) references account (account_id),
    constraint account_mail_address_length check (char_length(address) between 3 and 254),
    constraint account_mail_language check (language in ('es', 'pt', 'en')),
    constraint account_mail_code_length check (octet_length(code_hash) = 32)
);

create unique index account_mail_code on account_mail (code_hash) where code_hash is not null;

create table notice (
    -- begins with the time
    notice_id uuid not null,
    account_id uuid not null,
    subject_kind text not null,
    subject_id uuid not null,
    -- the round of what happens once a round, the version of what may happen again, else 0
    part bigint not null,
    kind text not null,
    -- the other player, if there is one, and the name of the tournament
    other_account_id uuid,
    title text,
    body jsonb not null,
    created_at timestamptz not null,
    read_at timestamptz,
    -- none: not by mail; due, sent; late: its time was over; failed: given up
    mail_state text not null,
    -- when it is of no use any more; null: never
    mail_until timestamptz,
    -- when it is tried next, and how often it was
    mail_next_at timestamptz not null default now(),
    mail_tries integer not null default 0,
    constraint notice_pkey primary key (notice_id),
    constraint notice_once unique (account_id, subject_id, kind, part, subject_kind),
    constraint notice_account_known foreign key (account_id) references account (account_id),
    constraint notice_other_known foreign key (other_account_id) references account (account_id),
    constraint notice_subject_kind check (subject_kind in ('match', 'tournament')),
    constraint notice_mail_state check (mail_state in ('none', 'due', 'sent', 'late', 'failed'))
);

create index notice_of_account on notice (account_id, notice_id);
create index notice_unread on notice (account_id) where read_at is null;
create index notice_mail_due on notice (mail_next_at) where mail_state = 'due';
