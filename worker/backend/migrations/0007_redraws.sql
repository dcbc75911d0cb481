-- How often a visitor has had a card drawn anew in an hour: another name, other stats.

create table redraws (
  visitor text not null,
  hour integer not null,
  used integer not null,
  primary key (visitor, hour)
) strict, without rowid;
create index redraws_by_hour on redraws (hour);
