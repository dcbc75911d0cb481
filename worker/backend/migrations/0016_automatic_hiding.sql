-- Time of a card's last automatic hiding, kept after it is restored, for the ceiling of automatic hidings per hour.
alter table fantasy_football_cards add column hidden_at integer;
create index cards_hidden_at on fantasy_football_cards (hidden_at) where hidden_at is not null;
