-- Looking for cards by their ids in lists reads the same rows whether an id is hidden or was never given.

create unique index cards_public on fantasy_football_cards (id) where visibility = 'public';
