-- 1: whoever reads the mail of its address has also shown the account's password, a session or the browser that signed up. Until then its credentials may be a stranger's.
alter table users add column is_proven integer not null default 0;
-- The visitor whose browser signed up, while that has still to be shown.
alter table users add column signed_up_by text;
-- Until now an address was confirmed by such a proof only.
update users set is_proven = email_verified;
