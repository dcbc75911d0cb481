-- How many rows and bytes each person has in tables that an app has made, never less than there are: what is removed is
-- counted anew when a limit is reached.
create table owned_rows (
  user_id text primary key references users (id) on delete cascade,
  row_count integer not null,
  bytes integer not null
) strict, without rowid;
