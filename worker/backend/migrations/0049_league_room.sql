-- Awards of the current season. Each title exists once, and awarding it again moves it.
create table league_awards (
  league text not null references leagues (id) on delete cascade,
  title text not null collate nocase,
  seat integer not null,
  given_at integer not null,
  primary key (league, title),
  foreign key (league, seat) references league_seats (league, number) on delete cascade
) strict, without rowid;
create index league_awards_of_seat on league_awards (league, seat);

-- Votes of the current season. `day` counts UTC days since 1970. `voter` and `seat` are seats.
create table league_votes (
  league text not null references leagues (id) on delete cascade,
  day integer not null,
  voter integer not null,
  seat integer not null,
  primary key (league, day, voter),
  foreign key (league, voter) references league_seats (league, number) on delete cascade,
  foreign key (league, seat) references league_seats (league, number) on delete cascade
) strict, without rowid;
create index league_votes_of_seat on league_votes (league, seat);
create index league_votes_of_voter on league_votes (league, voter);

-- Closed seasons. `next_name` is the initial name of the following season.
create table league_seasons (
  league text not null references leagues (id) on delete cascade,
  number integer not null,
  name text not null,
  next_name text not null,
  closed_at integer not null,
  primary key (league, number)
) strict, without rowid;

-- The roster of a season at its close. `awards` is a JSON array of titles.
create table league_past_seats (
  league text not null,
  season integer not null,
  number integer not null,
  team_name text not null,
  user_id text,
  card text,
  votes integer not null,
  awards text not null,
  primary key (league, season, number),
  foreign key (league, season) references league_seasons (league, number) on delete cascade
) strict, without rowid;
create index league_past_seats_of_card on league_past_seats (card) where card is not null;
create index league_past_seats_of_user on league_past_seats (user_id) where user_id is not null;

create trigger league_awards_given after insert on league_awards begin
  update leagues set version = version + 1 where id = new.league;
end;
create trigger league_awards_moved after update on league_awards begin
  update leagues set version = version + 1 where id = new.league;
end;
create trigger league_awards_taken after delete on league_awards begin
  update leagues set version = version + 1 where id = old.league;
end;
create trigger league_votes_cast after insert on league_votes begin
  update leagues set version = version + 1 where id = new.league;
end;
create trigger league_votes_moved after update on league_votes begin
  update leagues set version = version + 1 where id = new.league;
end;
create trigger league_past_seats_changed after update on league_past_seats begin
  update leagues set version = version + 1 where id = new.league;
end;
create trigger league_past_seats_removed after delete on league_past_seats begin
  update leagues set version = version + 1 where id = old.league;
end;

create trigger league_seasons_removed after delete on league_seasons begin
  update leagues set version = version + 1 where id = old.league;
end;

-- A closed season keeps its roster. The next one starts without awards and votes.
create trigger league_seasons_closed after insert on league_seasons begin
  insert into league_past_seats (league, season, number, team_name, user_id, card, votes, awards)
    select s.league, new.number, s.number, s.team_name, s.user_id, s.card,
      (select count(*) from league_votes v where v.league = s.league and v.seat = s.number),
      (select json_group_array(title) from (
        select a.title from league_awards a where a.league = s.league and a.seat = s.number order by a.given_at, a.title))
    from league_seats s where s.league = new.league;
  delete from league_awards where league = new.league;
  delete from league_votes where league = new.league;
  update leagues set season = new.next_name, version = version + 1 where id = new.league;
end;

create trigger league_past_cards_removed after delete on fantasy_football_cards begin
  update league_past_seats set card = null where card = old.id;
end;
