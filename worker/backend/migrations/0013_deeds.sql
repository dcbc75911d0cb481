-- Daily card events, counted in the statement that causes them. Browsers cannot write here. A card that is removed
-- later still counts.
insert into analytics_days (day, measure, name, count)
  select substr(drafted_at, 1, 10), 'deeds', 'card_generated', count(*) from fantasy_football_cards group by 1;
insert into analytics_days (day, measure, name, count)
  select substr(created_at, 1, 10), 'deeds', 'card_saved', count(*) from fantasy_football_cards
  where visibility = 'public' group by 1;
insert into analytics_days (day, measure, name, count)
  select date(day * 86400, 'unixepoch'), 'deeds', 'card_voted', sum(votes) from vote_tallies group by 1;

create trigger deeds_made after insert on fantasy_football_cards begin
  insert into analytics_days (day, measure, name, count)
    values (substr(new.drafted_at, 1, 10), 'deeds', 'card_generated', 1)
    on conflict (day, measure, name) do update set count = count + 1;
end;

-- A card that is restored after a report is not counted again.
create trigger deeds_saved after update of visibility on fantasy_football_cards
when new.visibility = 'public' and old.visibility <> 'public' and old.hidden_from is null begin
  insert into analytics_days (day, measure, name, count)
    values (substr(new.created_at, 1, 10), 'deeds', 'card_saved', 1)
    on conflict (day, measure, name) do update set count = count + 1;
end;

create trigger deeds_voted after insert on votes begin
  insert into analytics_days (day, measure, name, count)
    values (date(new.at / 1000, 'unixepoch'), 'deeds', 'card_voted', 1)
    on conflict (day, measure, name) do update set count = count + 1;
end;
create trigger deeds_voted_again after update of at on votes begin
  insert into analytics_days (day, measure, name, count)
    values (date(new.at / 1000, 'unixepoch'), 'deeds', 'card_voted', 1)
    on conflict (day, measure, name) do update set count = count + 1;
end;
