-- The realtime channels that somebody has opened lately. Asking about any other creates no object.
create table open_channels (
  name text primary key,
  seen_at integer not null
) without rowid;
create index open_channels_seen on open_channels (seen_at);
