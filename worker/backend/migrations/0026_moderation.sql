-- Keyed hashes of a card's art and of its photo, and whether a face was detected in the photo. Null for cards from before
-- this was stored.
alter table fantasy_football_cards add column art_hash text;
alter table fantasy_football_cards add column photo_hash text;
alter table fantasy_football_cards add column face_found integer;

-- Review of a card before it enters the Hall: `waiting` since `review_at` (milliseconds since 1970), or `seen`.
alter table fantasy_football_cards add column review text check (review in ('waiting', 'seen'));
alter table fantasy_football_cards add column review_at integer;
create index cards_waiting on fantasy_football_cards (review_at) where review = 'waiting';

-- Pictures of cards that a moderator removed. They cannot be published again.
create table refused_pictures (
  hash text primary key,
  card text not null,
  refused_at integer not null
) strict, without rowid;
create index refused_pictures_by_card on refused_pictures (card);
create index refused_pictures_by_age on refused_pictures (refused_at);

-- Blocks every way of publishing or sharing a refused picture.
create trigger refused_pictures_guard before update of visibility on fantasy_football_cards
when old.visibility = 'draft' and old.hidden_from is null and new.visibility <> 'draft'
  and exists (select 1 from refused_pictures where hash in (new.art_hash, new.photo_hash)) begin
  select raise(abort, 'CHECK constraint failed: this picture was removed by a moderator');
end;
