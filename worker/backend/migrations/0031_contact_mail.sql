-- Which request has handed the mail about a message over, so that one that is sent again is mailed once. Null: none yet.
alter table contact_submissions add column mailed_by text;
-- Messages from before were mailed as they came.
update contact_submissions set mailed_by = '';
