-- The operator's purse for guarantees and pools: an account that nobody can sign in to, with a wallet like every other, so that it
-- never falls below zero.

insert into account (account_id, name, name_key, password_hash, created_at)
values ('00686f75-7365-5f70-726f-6d6f00000001', 'house_promo', 'house_promo', null, now());

insert into wallet (account_id) values ('00686f75-7365-5f70-726f-6d6f00000001');
