-- Realtime channels that were opened recently. Requests about other channels do not create a Durable Object.
create table open_channels (
  name text primary key,
  seen_at integer not null
) without rowid;
create index open_channels_seen on open_channels (seen_at);
