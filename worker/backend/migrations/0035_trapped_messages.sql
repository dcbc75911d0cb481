-- Contact messages that came with the hidden field filled: by a bot, or by a form filler. Kept for the admin to look at.
create table trapped_messages (
  id text primary key,
  name text not null,
  email text not null,
  message text not null,
  website text not null,
  created_at text not null
) strict;
create index trapped_messages_by_age on trapped_messages (created_at);
