-- Rows and bytes of each user in tables that apps create. An upper bound: deletions are recounted when a limit is reached.
create table owned_rows (
  user_id text primary key references users (id) on delete cascade,
  row_count integer not null,
  bytes integer not null
) strict, without rowid;
