-- Tables of the edge: contact rate limit and generation quotas.

create table contact_gate (
  sender text primary key,
  next_at integer not null
) strict, without rowid;
create index contact_gate_by_age on contact_gate (next_at);

create table generation_quotas (
  visitor text not null,
  day integer not null,
  used integer not null,
  primary key (visitor, day)
) strict, without rowid;
