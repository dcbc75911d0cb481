-- A hash of the idempotency key that a vote or a save came with, so that the same request, sent again after a lost answer,
-- is answered as the first one was. Null: it came without one.
alter table votes add column request text;
alter table fantasy_football_cards add column saved_by text;
