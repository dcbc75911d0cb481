-- From which browsers and networks somebody has signed in to an account: scrambled, and forgotten after 90 days without a sign-in.
create table known_devices (
  hash text primary key,
  until integer not null
) strict, without rowid;
create index known_devices_by_end on known_devices (until);
