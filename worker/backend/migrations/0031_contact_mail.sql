-- The request that emailed a message, so that a resent message is emailed once. Null: not emailed yet.
alter table contact_submissions add column mailed_by text;
-- Earlier messages were emailed immediately.
update contact_submissions set mailed_by = '';
