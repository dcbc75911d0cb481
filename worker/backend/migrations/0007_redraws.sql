-- Redraws per visitor and hour, after edits of name or stats.

create table redraws (
  visitor text not null,
  hour integer not null,
  used integer not null,
  primary key (visitor, hour)
) strict, without rowid;
create index redraws_by_hour on redraws (hour);
