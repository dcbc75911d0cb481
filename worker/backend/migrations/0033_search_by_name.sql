-- A search in the names of the Hall reads an inverted index of trigrams: every three consecutive characters, fewer at
-- the end of a name, A to Z as small letters. A name of more than 128 characters, twice what visitors may give, has one empty
-- part, and is looked at in every search. A plain table, as SQLite's own full-text search names rows by numbers that a
-- restored backup does not keep, and D1 exports no database that has it.
create table card_name_parts (
  part text not null,
  card text not null,
  primary key (part, card)
) strict, without rowid;

-- In the order of the index, so that each of its pages is written once: 200,000 cards take five seconds.
insert into card_name_parts (part, card)
  with recursive endings (card, ending) as (
    select id, iif(length(player_name) > 128, '', player_name) from fantasy_football_cards
      where visibility = 'public' and player_name <> ''
    union all select card, substr(ending, 2) from endings where length(ending) > 1
  ) select distinct lower(substr(ending, 1, 3)), card from endings order by 1, 2;

-- `on conflict`, as the statement that fires a trigger overrules an `or ignore` in it.
create trigger name_parts_began after insert on fantasy_football_cards when new.visibility = 'public' begin
  insert into card_name_parts (part, card) select part, new.id from (
    with recursive endings (ending) as (
      select iif(length(new.player_name) > 128, '', new.player_name) where new.player_name <> ''
      union all select substr(ending, 2) from endings where length(ending) > 1
    ) select lower(substr(ending, 1, 3)) as part from endings
  ) where true on conflict do nothing;
end;
create trigger name_parts_joined after update of visibility on fantasy_football_cards
when old.visibility <> 'public' and new.visibility = 'public' begin
  insert into card_name_parts (part, card) select part, new.id from (
    with recursive endings (ending) as (
      select iif(length(new.player_name) > 128, '', new.player_name) where new.player_name <> ''
      union all select substr(ending, 2) from endings where length(ending) > 1
    ) select lower(substr(ending, 1, 3)) as part from endings
  ) where true on conflict do nothing;
end;
create trigger name_parts_moved after update of id, player_name, visibility on fantasy_football_cards
when old.visibility = 'public' and (old.id, old.player_name, 'public') <> (new.id, new.player_name, new.visibility) begin
  delete from card_name_parts where card = old.id and part in (
    with recursive endings (ending) as (
      select iif(length(old.player_name) > 128, '', old.player_name)
      union all select substr(ending, 2) from endings where length(ending) > 1
    ) select lower(substr(ending, 1, 3)) from endings
  );
  insert into card_name_parts (part, card) select part, new.id from (
    with recursive endings (ending) as (
      select iif(length(new.player_name) > 128, '', new.player_name) where new.visibility = 'public' and new.player_name <> ''
      union all select substr(ending, 2) from endings where length(ending) > 1
    ) select lower(substr(ending, 1, 3)) as part from endings
  ) where true on conflict do nothing;
end;
create trigger name_parts_removed after delete on fantasy_football_cards when old.visibility = 'public' begin
  delete from card_name_parts where card = old.id and part in (
    with recursive endings (ending) as (
      select iif(length(old.player_name) > 128, '', old.player_name)
      union all select substr(ending, 2) from endings where length(ending) > 1
    ) select lower(substr(ending, 1, 3)) from endings
  );
end;
