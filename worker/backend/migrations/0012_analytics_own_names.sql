-- Our own pages and events are always counted by name, so made-up names cannot crowd them out.
drop trigger analytics_count;
create trigger analytics_count after insert on analytics_seen
begin
  insert into analytics_days (day, measure, name, count)
  values (
    new.day,
    new.measure,
    case
      when new.name in (
        '/', '/hall-of-fame', '/my-cards', '/contact', '/privacy-policy', '/card/:id',
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
