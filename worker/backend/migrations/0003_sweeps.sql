-- The art sweep looks up cards by art path for every old file.

create index cards_of_art on fantasy_football_cards (art_path) where art_path is not null;
