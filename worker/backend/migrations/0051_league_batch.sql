-- Marks a seat that the commissioner filled for somebody who has not joined. Its `visitor` is not a browser's.
alter table league_seats add column is_held integer not null default 0;
