-- Contact messages with a filled honeypot field, from bots or autofill extensions. The admin can review them.
create table trapped_messages (
  id text primary key,
  name text not null,
  email text not null,
  message text not null,
  website text not null,
  created_at text not null
) strict;
create index trapped_messages_by_age on trapped_messages (created_at);
