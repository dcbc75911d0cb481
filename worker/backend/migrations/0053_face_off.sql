-- Face-Off ratings (Glicko-2). Hidden and unlisted cards keep their ratings but are not dealt.
create table face_off_ratings (
  card text primary key references fantasy_football_cards (id) on delete cascade,
  rating real not null default 1500,
  deviation real not null default 350,
  volatility real not null default 0.06,
  -- Incremented by every pick, so that one of two concurrent picks is computed again.
  picks integer not null default 0,
  is_public integer not null default 1
) strict, without rowid;
create index face_off_uncertain on face_off_ratings (deviation desc, card) where is_public = 1;
create index face_off_rated on face_off_ratings (rating, card) where is_public = 1;

-- One row per visitor and pair. `low` and `high` are the cards in the order of their ids. `day` counts UTC days since
-- 1970.
create table face_off_picks (
  visitor text not null,
  low text not null,
  high text not null,
  winner text not null,
  day integer not null,
  -- Lets the statements of one transaction recognize their own row.
  nonce text not null,
  primary key (visitor, low, high)
) strict, without rowid;
create index face_off_picks_of_low on face_off_picks (low);
create index face_off_picks_of_high on face_off_picks (high);

insert into face_off_ratings (card) select id from fantasy_football_cards where visibility = 'public';

create trigger face_off_inserted after insert on fantasy_football_cards when new.visibility = 'public' begin
  insert into face_off_ratings (card) values (new.id) on conflict (card) do nothing;
end;
create trigger face_off_published after update of visibility on fantasy_football_cards when new.visibility = 'public' begin
  insert into face_off_ratings (card) values (new.id) on conflict (card) do update set is_public = 1;
end;
create trigger face_off_withdrawn after update of visibility on fantasy_football_cards when new.visibility <> 'public' begin
  update face_off_ratings set is_public = 0 where card = new.id;
end;
create trigger face_off_removed after delete on fantasy_football_cards begin
  delete from face_off_picks where low = old.id;
  delete from face_off_picks where high = old.id;
end;
