-- Hashes of the browsers and networks that have signed in to an account. Deleted after 90 days without a sign-in.
create table known_devices (
  hash text primary key,
  until integer not null
) strict, without rowid;
create index known_devices_by_end on known_devices (until);
