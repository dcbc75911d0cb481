-- 1 once the owner of the email address has also shown the account's password, a session or the browser that signed up.
-- Until then a stranger may have set the credentials (account pre-hijacking).
alter table users add column is_proven integer not null default 0;
-- The visitor who signed up, until the account is proven.
alter table users add column signed_up_by text;
-- Before this version, only such a proof verified an address.
update users set is_proven = email_verified;
