-- Accounts that were removed at their user's wish, as a hash of their id: a backup from before is restored without them.
create table erasures (
  hash text primary key,
  at integer not null
) strict, without rowid;
