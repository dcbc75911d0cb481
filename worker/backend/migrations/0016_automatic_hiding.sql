-- When reports alone have hidden a card last, also after it was restored: how much is hidden so in an hour has a ceiling.
alter table fantasy_football_cards add column hidden_at integer;
create index cards_hidden_at on fantasy_football_cards (hidden_at) where hidden_at is not null;
