-- Counts league pages as the product's own. All leagues count as one page.
drop trigger analytics_count;
create trigger analytics_count after insert on analytics_seen
begin
  insert into analytics_days (day, measure, name, count)
  values (
    new.day,
    new.measure,
    case
      when new.name in (
        '/', '/hall-of-fame', '/my-cards', '/account', '/contact', '/privacy-policy', '/rules', '/league', '/league/:id', '/card/:id',
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
