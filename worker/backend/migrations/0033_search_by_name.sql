-- Inverted index of trigrams for searches by name in the Hall: every three consecutive characters, fewer at the end of a
-- name, A to Z in lower case. A name over 128 characters, twice the limit of visitors, has one empty part and is a candidate
-- in every search. Not SQLite's full-text search: its row ids do not survive a restore, and D1 cannot export a database that
-- uses it.
create table card_name_parts (
  part text not null,
  card text not null,
  primary key (part, card)
) strict, without rowid;

-- Inserts in index order, so that each page is written once. 200,000 cards take five seconds.
insert into card_name_parts (part, card)
  with recursive endings (card, ending) as (
    select id, iif(length(player_name) > 128, '', player_name) from fantasy_football_cards
      where visibility = 'public' and player_name <> ''
    union all select card, substr(ending, 2) from endings where length(ending) > 1
  ) select distinct lower(substr(ending, 1, 3)), card from endings order by 1, 2;

-- Uses `on conflict`, because the statement that fires a trigger overrides an `or ignore` in it.
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
