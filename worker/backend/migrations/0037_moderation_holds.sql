-- When a card first entered the Hall, in milliseconds since 1970. Leaving and returning does not change it.
alter table fantasy_football_cards add column published_at integer;
update fantasy_football_cards set published_at = unixepoch(created_at) * 1000
  where visibility = 'public' or hidden_from = 'public' or (saved_by is not null and review is not 'waiting');

create trigger published_first after update of visibility on fantasy_football_cards
when new.visibility = 'public' and new.published_at is null begin
  update fantasy_football_cards set published_at = unixepoch(new.created_at) * 1000 where id = new.id;
end;
create trigger published_as_made after insert on fantasy_football_cards
when new.visibility = 'public' and new.published_at is null begin
  update fantasy_football_cards set published_at = unixepoch(new.created_at) * 1000 where id = new.id;
end;

-- Counts a save once per card, not again after a report or after its maker has taken it out of the Hall.
drop trigger deeds_saved;
create trigger deeds_saved after update of visibility on fantasy_football_cards
when new.visibility = 'public' and old.visibility <> 'public' and old.hidden_from is null and old.published_at is null begin
  insert into analytics_days (day, measure, name, count)
    values (substr(new.created_at, 1, 10), 'deeds', 'card_saved', 1)
    on conflict (day, measure, name) do update set count = count + 1;
end;

-- The network whose report hid a card, for the ceiling of hidings per network and hour.
alter table fantasy_football_cards add column hidden_by text;
drop index cards_hidden_at;
create index cards_hidden_by on fantasy_football_cards (hidden_by, hidden_at) where hidden_at is not null;

-- Refuses a picture with open reports when its card is deleted in any way.
create trigger reported_pictures_refused before delete on fantasy_football_cards
when old.hidden_from is not null or exists (select 1 from reports where card = old.id and decided = 0) begin
  insert into refused_pictures (hash, card, refused_at)
    select hash, old.id, unixepoch() * 1000 from (select old.art_hash as hash union select old.photo_hash)
    where hash is not null
    on conflict (hash) do nothing;
end;

-- A moderator's approval does not cover a new name: `decided` 2 does not count, and the reporters may report the card again.
create trigger reports_of_earlier_name after update of player_name, jersey_number on fantasy_football_cards
when new.player_name <> old.player_name or new.jersey_number <> old.jersey_number begin
  update reports set decided = 2 where card = new.id and decided = 1 and network <> 'moderation';
end;
