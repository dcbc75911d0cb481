-- Daily counts. `measure` is views, visits or events; `name` is a page, channel or event type.
create table analytics_days (
  day text not null,
  measure text not null,
  name text not null,
  count integer not null,
  primary key (day, measure, name)
) strict, without rowid;

-- Hashes of recently counted items, so that a resent batch is not counted twice.
create table analytics_seen (
  hash text primary key,
  day text not null,
  measure text not null,
  name text not null
) strict, without rowid;
create index analytics_seen_by_day on analytics_seen (day);

-- Counts an item when its hash is first inserted. Keeps 200 names a day and only counts the rest, so made-up names
-- cannot fill the table.
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

-- Further recipients, reply-to address and attachments of a captured email, as JSON.
alter table outbox add column details text;
