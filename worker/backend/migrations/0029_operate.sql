-- What the people who run the site see by day (UTC) and hour: requests, failures by code, refusals by limit, how generations
-- ended, mails, what was bought, what is stored. No row tells of a person.
create table operation_counts (
  day text not null,
  measure text not null,
  name text not null,
  count integer not null,
  primary key (day, measure, name)
) strict, without rowid;

-- Scheduled tasks: a lease on each, how its last run ended, and where the next one goes on. Times in milliseconds since 1970.
create table scheduled_tasks (
  name text primary key,
  -- The run that works on it, and until when that holds without news of it. Null: none.
  holder text,
  held_until integer,
  started_at integer not null,
  ended_at integer,
  -- When it last ended without a failure.
  ended_well_at integer,
  -- done: nothing was left; more: the next run goes on; failed.
  outcome text check (outcome in ('done', 'more', 'failed')),
  items integer not null default 0,
  error text,
  -- Where the next run goes on. Null: at the beginning.
  resume text
) strict, without rowid;

-- Which mails to the operators have gone: one for each cause and UTC day.
create table operator_alerts (
  cause text not null,
  day text not null,
  at integer not null,
  primary key (cause, day)
) strict, without rowid;
