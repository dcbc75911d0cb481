-- Duels of two cards. `seed` and `rounds` are secret until they are revealed. `commitment` is the SHA-256 of the seed.
-- `challenger` and `opponent` are seats, and deleting a seat deletes its duels. Stats and rounds are JSON, written
-- once.
create table league_duels (
  league text not null references leagues (id) on delete cascade,
  number integer not null,
  challenger integer not null,
  opponent integer not null,
  challenger_card text not null,
  opponent_card text not null,
  challenger_stats text not null,
  opponent_stats text not null,
  seed text not null,
  commitment text not null,
  starts_at integer not null,
  step_ms integer not null,
  rounds text not null,
  primary key (league, number),
  foreign key (league, challenger) references league_seats (league, number) on delete cascade,
  foreign key (league, opponent) references league_seats (league, number) on delete cascade
) strict, without rowid;
create index league_duels_of_challenger on league_duels (league, challenger);
create index league_duels_of_opponent on league_duels (league, opponent);

create trigger league_duels_begun after insert on league_duels begin
  delete from league_duels where league = new.league and number <= new.number - 50;
  update leagues set version = version + 1 where id = new.league;
end;
