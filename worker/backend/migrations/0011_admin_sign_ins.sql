-- The account sign-in that an admin session came from and ends with. Null if it came from an emailed link.
alter table admin_tokens add column sign_in text;
