-- The rolled stats, as JSON. The tier follows the current stats, and the card's back shows both. Null for cards from
-- programs or from before this was stored, whose tier never changes.
alter table fantasy_football_cards add column rolled_stats text;
