-- The stats that a card was rolled with, as JSON: its tier follows the stats that it has by now, and its back says both.
-- Null: a card from before this was kept, or of a program, whose tier stays that of its roll.
alter table fantasy_football_cards add column rolled_stats text;
