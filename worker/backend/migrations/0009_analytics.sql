-- What is counted, by day. `measure` is views, visits or events; `name` what of it: a page, a channel, a kind of event.
create table analytics_days (
  day text not null,
  measure text not null,
  name text not null,
  count integer not null,
  primary key (day, measure, name)
) strict, without rowid;

-- What was counted lately, as a hash of it, so that what is sent again is not counted again.
create table analytics_seen (
  hash text primary key,
  day text not null,
  measure text not null,
  name text not null
) strict, without rowid;
create index analytics_seen_by_day on analytics_seen (day);

-- Counted in the very statement that sees it first. Of names beyond the 200th a day only how many there were is kept:
-- whoever makes them up fills no table.
create trigger analytics_count after insert on analytics_seen
begin
  insert into analytics_days (day, measure, name, count)
  values (
    new.day,
    new.measure,
    case
      when exists (select 1 from analytics_days where day = new.day and measure = new.measure and name = new.name)
        or (select count(*) from analytics_days where day = new.day and measure = new.measure) < 200
      then new.name
      else 'other'
    end,
    1
  )
  on conflict (day, measure, name) do update set count = count + 1;
end;

-- Who else a captured mail went to, whom to answer, and what was attached, as JSON.
alter table outbox add column details text;
