-- Draft lotteries. `seed` and `picks` are secret until they are revealed. `commitment` is the SHA-256 of the seed.
-- `season` is null while its season runs. `picks` is a JSON array of seats in pick order, written together with
-- `starts_at`.
create table league_draws (
  league text not null references leagues (id) on delete cascade,
  number integer not null,
  season integer,
  seed text not null,
  commitment text not null,
  prepared_at integer not null,
  starts_at integer,
  step_ms integer not null,
  picks text,
  primary key (league, number),
  foreign key (league, season) references league_seasons (league, number) on delete cascade
) strict, without rowid;
create index league_draws_of_season on league_draws (league, season) where season is not null;

-- The seats at the time when a draw was prepared. `team_name` is null after the member's account was deleted. The
-- number stays, because the draw cannot be verified without it.
create table league_draw_seats (
  league text not null,
  draw integer not null,
  number integer not null,
  team_name text,
  user_id text,
  key_id text not null,
  primary key (league, draw, number),
  foreign key (league, draw) references league_draws (league, number) on delete cascade
) strict, without rowid;
create index league_draw_seats_of_user on league_draw_seats (user_id) where user_id is not null;

create trigger league_draws_prepared after insert on league_draws begin
  insert into league_draw_seats (league, draw, number, team_name, user_id, key_id)
    select league, new.number, number, team_name, user_id, key_id from league_seats where league = new.league;
  update leagues set version = version + 1 where id = new.league;
end;
create trigger league_draws_started after update on league_draws begin
  update leagues set version = version + 1 where id = new.league;
end;
create trigger league_draws_removed after delete on league_draws begin
  update leagues set version = version + 1 where id = old.league;
end;
create trigger league_draw_seats_changed after update on league_draw_seats begin
  update leagues set version = version + 1 where id = new.league;
end;

-- A closed season keeps only the draws that were started.
create trigger league_seasons_keep_draws after insert on league_seasons begin
  delete from league_draws where league = new.league and season is null and starts_at is null;
  update league_draws set season = new.number where league = new.league and season is null;
end;
