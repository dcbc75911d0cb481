-- Which sign-in of an account an admin's session came of, and ends with; null for one that came of a mailed link.
alter table admin_tokens add column sign_in text;
