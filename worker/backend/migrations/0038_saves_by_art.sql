-- Consent to the publication of a card: `api` for a program that posted the URL of its art. Null for cards published on this
-- site, or from before this was stored.
alter table fantasy_football_cards add column consent text;
-- Hash of the network and browser family that had a picture drawn, so that a program without cookies can save it within an
-- hour.
alter table generations add column place text;
create index generations_of_places on generations (created_at) where place is not null;
