-- Paid AI usage: units per UTC day, kind and caller ('' is site-wide), and leases of running calls.

create table ai_spending (
  day integer not null,
  kind text not null,
  who text not null,
  used integer not null,
  primary key (day, kind, who)
) strict, without rowid;

create table ai_leases (
  holder text primary key,
  token text not null,
  until integer not null
) strict, without rowid;
create index ai_leases_by_token on ai_leases (token);
