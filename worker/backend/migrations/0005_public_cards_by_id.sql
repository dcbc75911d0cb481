-- A lookup by id reads the same number of rows for a hidden card and an unknown id, so the cost reveals nothing.

create unique index cards_public on fantasy_football_cards (id) where visibility = 'public';
