-- The end of a refusal without a moderator's decision (milliseconds since 1970). Null for a moderator's, which does not end.
alter table refused_pictures add column lapses_at integer;
create index refused_pictures_lapsing on refused_pictures (lapses_at) where lapses_at is not null;

-- A maker's own report does not refuse the card's picture, and a refusal without a decision ends after a week, because
-- others may use the same photo.
drop trigger reported_pictures_refused;
create trigger reported_pictures_refused before delete on fantasy_football_cards
when exists (select 1 from reports where card = old.id and decided = 0 and reporter <> old.owner) begin
  insert into refused_pictures (hash, card, refused_at, lapses_at)
    select hash, old.id, unixepoch() * 1000, (unixepoch() + 7 * 86400) * 1000
    from (select old.art_hash as hash union select old.photo_hash)
    where hash is not null
    on conflict (hash) do nothing;
end;
