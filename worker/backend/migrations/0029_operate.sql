-- Operational counts per UTC day and hour: requests, errors by code, refusals by limit, outcomes of generations, mails, paid
-- calls and storage. Contains no personal data.
create table operation_counts (
  day text not null,
  measure text not null,
  name text not null,
  count integer not null,
  primary key (day, measure, name)
) strict, without rowid;

-- Scheduled tasks: the lease, the outcome of the last run, and the cursor of the next one. Times in milliseconds since 1970.
create table scheduled_tasks (
  name text primary key,
  -- The run that holds the lease, and the lease's end. Null: none.
  holder text,
  held_until integer,
  started_at integer not null,
  ended_at integer,
  -- Time of the last successful run.
  ended_well_at integer,
  -- `done`, `more` (the next run continues) or `failed`.
  outcome text check (outcome in ('done', 'more', 'failed')),
  items integer not null default 0,
  error text,
  -- Cursor of the next run. Null starts at the beginning.
  resume text
) strict, without rowid;

-- Alert emails that were sent to the operators, at most one per cause and UTC day.
create table operator_alerts (
  cause text not null,
  day text not null,
  at integer not null,
  primary key (cause, day)
) strict, without rowid;
