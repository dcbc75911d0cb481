-- The way in which the person who published a card agreed to that: `api`, a program that posted the address of its art.
-- Null: on this site, or before this was kept.
alter table fantasy_football_cards add column consent text;
-- Hash of the network and browser family that had a picture drawn, so that a program without cookies can save it. Kept for
-- the hour in which that counts.
alter table generations add column place text;
create index generations_of_places on generations (created_at) where place is not null;
