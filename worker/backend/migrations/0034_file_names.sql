-- The given name and the path of each uploaded file: a picture named `a.txt` is stored at `a.png`. A row is inserted just
-- before its file is stored. `at` is in milliseconds since 1970.
create table file_names (
  given text primary key,
  path text not null unique,
  at integer not null
) strict, without rowid;
