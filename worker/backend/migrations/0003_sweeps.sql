-- Whether a card names a piece of art is asked for every old piece, again and again.

create index cards_of_art on fantasy_football_cards (art_path) where art_path is not null;
