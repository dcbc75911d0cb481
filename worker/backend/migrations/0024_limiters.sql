-- Replaces five tables by two kinds of limiters, and copies their counts, so that no limit is reset. The five tables stay
-- while the previous version may still run on this schema.

-- Token buckets: the time when each is full again, in milliseconds since 1970.
create table token_buckets (
  key text primary key,
  full_at integer not null
) strict, without rowid;
create index token_buckets_by_age on token_buckets (full_at);

-- Fixed-window counters: the use of each window, and its end in milliseconds since 1970.
create table window_counters (
  key text not null,
  ends_at integer not null,
  used integer not null,
  primary key (key, ends_at)
) strict, without rowid;
create index window_counters_by_end on window_counters (ends_at);

insert into token_buckets (key, full_at) select key, full_at from attempts;
insert into token_buckets (key, full_at) select 'contact:' || sender, next_at from contact_gate;
insert into window_counters (key, ends_at, used) select key, (hour + 1) * 3600000, used from raw_budgets;
insert into window_counters (key, ends_at, used) select 'redraws:' || visitor, (hour + 1) * 3600000, used from redraws;
insert into window_counters (key, ends_at, used)
  select 'ai:' || kind || ':' || case who when '' then 'everybody' else who end, (day + 1) * 86400000, used from ai_spending;
