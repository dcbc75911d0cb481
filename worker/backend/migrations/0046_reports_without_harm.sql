-- A report for spam or something else refuses the picture of a deleted card only if the card was hidden.
drop trigger reported_pictures_refused;
create trigger reported_pictures_refused before delete on fantasy_football_cards
when exists (
  select 1 from reports
  where card = old.id and decided = 0 and reporter <> old.owner
    and (reason <> 'spam-or-other' or old.hidden_from is not null)
) begin
  insert into refused_pictures (hash, card, refused_at, lapses_at)
    select hash, old.id, unixepoch() * 1000, (unixepoch() + 7 * 86400) * 1000
    from (select old.art_hash as hash union select old.photo_hash)
    where hash is not null
    on conflict (hash) do nothing;
end;
