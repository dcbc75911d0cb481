-- Hashes of the ids of accounts that their users deleted, so that a restored backup does not bring them back.
create table erasures (
  hash text primary key,
  at integer not null
) strict, without rowid;
