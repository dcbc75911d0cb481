-- The end of a refusal that no moderator has decided (milliseconds since 1970). Null: a moderator's, which does not end.
alter table refused_pictures add column lapses_at integer;
create index refused_pictures_lapsing on refused_pictures (lapses_at) where lapses_at is not null;

-- A card's maker cannot have its picture refused by a report of their own, and what nobody has decided ends after a week:
-- the picture may be a photo that somebody else uses, too.
drop trigger reported_pictures_refused;
create trigger reported_pictures_refused before delete on fantasy_football_cards
when exists (select 1 from reports where card = old.id and decided = 0 and reporter <> old.owner) begin
  insert into refused_pictures (hash, card, refused_at, lapses_at)
    select hash, old.id, unixepoch() * 1000, (unixepoch() + 7 * 86400) * 1000
    from (select old.art_hash as hash union select old.photo_hash)
    where hash is not null
    on conflict (hash) do nothing;
end;
