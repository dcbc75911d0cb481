-- The name that each uploaded file was given, and where it lies: a picture called `a.txt` lies at `a.png`. A row is made
-- just before its file. `at`: milliseconds since 1970.
create table file_names (
  given text primary key,
  path text not null unique,
  at integer not null
) strict, without rowid;
