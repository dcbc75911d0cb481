-- Hash of the idempotency key of a vote or a save, so that a retry gets the first result. Null: without a key.
alter table votes add column request text;
alter table fantasy_football_cards add column saved_by text;
