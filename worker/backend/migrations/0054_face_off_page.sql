-- Counts Face-Off and the pages within a league as the product's own.
drop trigger analytics_count;
create trigger analytics_count after insert on analytics_seen
begin
  insert into analytics_days (day, measure, name, count)
  values (
    new.day,
    new.measure,
    case
      when new.name in (
        '/', '/hall-of-fame', '/my-cards', '/account', '/contact', '/privacy-policy', '/rules', '/face-off', '/league', '/league/:id',
        '/league/:id/batch', '/league/:id/draws/:id', '/league/:id/duels/:id', '/card/:id',
        'card_generated', 'card_saved', 'card_voted'
      )
        or exists (select 1 from analytics_days where day = new.day and measure = new.measure and name = new.name)
        or (select count(*) from analytics_days where day = new.day and measure = new.measure) < 200
      then new.name
      else 'other'
    end,
    1
  )
  on conflict (day, measure, name) do update set count = count + 1;
end;
