-- A league is found by its code only. `id` is the code's SHA-256, and the code is not stored. The commissioner is
-- whoever has the browser `visitor`, the account `user_id` or the key that is signed for `key_id`.
create table leagues (
  id text primary key,
  name text not null,
  season text not null,
  team text not null,
  is_locked integer not null default 0,
  version integer not null default 1,
  visitor text not null,
  user_id text,
  key_id text not null,
  created_at integer not null,
  -- Updated at most once a day.
  opened_at integer not null,
  -- Set just before the row is deleted.
  closed_at integer
) strict, without rowid;
create index leagues_of_visitor on leagues (visitor);
create index leagues_of_user on leagues (user_id) where user_id is not null;
create index leagues_opened on leagues (opened_at);

-- Taken seats. `card` is null until the member adds one.
create table league_seats (
  league text not null references leagues (id) on delete cascade,
  number integer not null check (number between 1 and 16),
  team_name text not null,
  visitor text not null,
  user_id text,
  key_id text not null,
  card text,
  joined_at integer not null,
  primary key (league, number)
) strict, without rowid;
create unique index league_seats_of_visitor on league_seats (league, visitor);
create unique index league_seats_of_user on league_seats (user_id, league) where user_id is not null;
create index league_seats_of_card on league_seats (card) where card is not null;

-- Cards that were drawn with a league's code, with or without a seat.
create table league_cards (
  card text primary key references fantasy_football_cards (id) on delete cascade,
  league text not null references leagues (id) on delete cascade
) strict, without rowid;
create index league_cards_of_league on league_cards (league);

-- Removed leagues, so that a restored backup does not bring them back.
create table removed_leagues (
  id text primary key,
  removed_at integer not null
) strict, without rowid;

create trigger league_seats_taken after insert on league_seats begin
  update leagues set version = version + 1 where id = new.league;
end;
create trigger league_seats_changed after update of team_name, card on league_seats begin
  update leagues set version = version + 1 where id = new.league;
end;
create trigger league_seats_left after delete on league_seats begin
  update leagues set version = version + 1 where id = old.league;
end;

-- Removing a card in any way empties its seat. Hiding, restoring, renaming or redrawing it changes the league's version.
create trigger league_cards_removed after delete on fantasy_football_cards begin
  update league_seats set card = null where card = old.id;
end;
create trigger league_cards_changed after update of visibility, image_url on fantasy_football_cards
when exists (select 1 from league_seats where card = new.id) begin
  update leagues set version = version + 1 where id in (select league from league_seats where card = new.id);
end;

-- Deleting a league deletes its unlisted cards that were never saved to the Hall, with their ledger entries, votes and
-- reports. The sweep of removed cards deletes their files.
create trigger leagues_removed before delete on leagues begin
  insert into removed_leagues (id, removed_at) values (old.id, coalesce(old.closed_at, unixepoch() * 1000))
    on conflict (id) do nothing;
  insert into removed_cards (id, removed_at, art_path)
    select c.id, coalesce(old.closed_at, unixepoch() * 1000), c.art_path
    from league_cards made join fantasy_football_cards c on c.id = made.card
    where made.league = old.id and coalesce(c.hidden_from, c.visibility) = 'unlisted' and c.published_at is null
      and c.review is null and not exists (select 1 from league_seats s where s.card = c.id and s.league <> old.id)
    on conflict (id) do nothing;
  delete from generations where card_id in (
    select made.card from league_cards made join removed_cards r on r.id = made.card where made.league = old.id);
  delete from fantasy_football_cards where id in (
    select made.card from league_cards made join removed_cards r on r.id = made.card where made.league = old.id);
end;
