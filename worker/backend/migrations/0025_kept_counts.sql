-- Indexes and counts for every public list, so that the cost of a read does not grow with the number of cards and votes.

-- Votes of the last eight UTC days, and voters of the last 48 hours. `vote_windows` has the exact starts.
alter table fantasy_football_cards add column week_votes integer not null default 0;
alter table fantasy_football_cards add column trending_votes integer not null default 0;
-- Permanent number in the sitemap, assigned with the first vote in the Hall.
alter table fantasy_football_cards add column sitemap_place integer;

-- Starts of the counts above: `week` counts from this day on (days since 1970), `trending` after this time (milliseconds
-- since 1970). Readers of a list move it first (worker/edge/cards/vote-windows.ts). 0 counts every vote.
create table vote_windows (
  name text primary key check (name in ('week', 'trending')),
  since integer not null
) strict, without rowid;
insert into vote_windows (name, since) values ('week', 0), ('trending', 0);

update fantasy_football_cards set week_votes = t.votes
  from (select card, sum(votes) as votes from vote_tallies group by card) t where t.card = fantasy_football_cards.id;
update fantasy_football_cards set trending_votes = v.votes
  from (select card, count(*) as votes from votes group by card) v where v.card = fantasy_football_cards.id;
update fantasy_football_cards set sitemap_place = p.place
  from (select id, row_number() over (order by created_at, id) as place from fantasy_football_cards
    where visibility = 'public' and votes > 0) p
  where p.id = fantasy_football_cards.id;

create index cards_of_week on fantasy_football_cards (week_votes desc, created_at desc)
  where visibility = 'public' and week_votes > 0;
create index cards_of_week_of_team on fantasy_football_cards (team_colors, week_votes desc, created_at desc)
  where visibility = 'public' and week_votes > 0;
create index cards_trending on fantasy_football_cards (trending_votes desc, created_at desc)
  where visibility = 'public' and trending_votes > 0;
create index cards_trending_of_team on fantasy_football_cards (team_colors, trending_votes desc, created_at desc)
  where visibility = 'public' and trending_votes > 0;
-- SQLite does not use a partial index for a bound parameter.
drop index cards_of_user;
create index cards_of_user on fantasy_football_cards (user_id, created_at desc);
create unique index cards_in_sitemap on fantasy_football_cards (sitemap_place) where sitemap_place is not null;

drop trigger votes_cast;
drop trigger votes_cast_again;
create trigger votes_cast after insert on votes begin
  update fantasy_football_cards set votes = votes + 1,
      week_votes = week_votes + (select new.at / 86400000 >= since from vote_windows where name = 'week'),
      trending_votes = trending_votes + (select new.at > since from vote_windows where name = 'trending')
    where id = new.card;
  insert into vote_tallies (card, day, votes) values (new.card, new.at / 86400000, 1)
    on conflict (card, day) do update set votes = votes + 1;
end;
-- Trending counts each voter once.
create trigger votes_cast_again after update of at on votes begin
  update fantasy_football_cards set votes = votes + 1,
      week_votes = week_votes + (select new.at / 86400000 >= since from vote_windows where name = 'week'),
      trending_votes = trending_votes
        + (select (new.at > since) - (old.at > since) from vote_windows where name = 'trending')
    where id = new.card;
  insert into vote_tallies (card, day, votes) values (new.card, new.at / 86400000, 1)
    on conflict (card, day) do update set votes = votes + 1;
end;

create trigger sitemap_joined after update of votes, visibility on fantasy_football_cards
when new.sitemap_place is null and new.votes > 0 and new.visibility = 'public' begin
  update fantasy_football_cards set sitemap_place = 1 + coalesce((select max(sitemap_place)
    from fantasy_football_cards where sitemap_place is not null), 0) where id = new.id;
end;
create trigger sitemap_began after insert on fantasy_football_cards
when new.sitemap_place is null and new.votes > 0 and new.visibility = 'public' begin
  update fantasy_football_cards set sitemap_place = 1 + coalesce((select max(sitemap_place)
    from fantasy_football_cards where sitemap_place is not null), 0) where id = new.id;
end;

-- Number of cards in the Hall per team, and in total ('').
create table public_card_counts (
  team_colors text primary key,
  cards integer not null
) strict, without rowid;
insert into public_card_counts (team_colors, cards)
  select team_colors, count(*) from fantasy_football_cards where visibility = 'public' group by team_colors
  union all select '', count(*) from fantasy_football_cards where visibility = 'public';

create trigger counts_added after insert on fantasy_football_cards when new.visibility = 'public' begin
  insert into public_card_counts (team_colors, cards) values (new.team_colors, 1), ('', 1)
    on conflict (team_colors) do update set cards = cards + 1;
end;
create trigger counts_left after update of visibility, team_colors on fantasy_football_cards
when old.visibility = 'public' and (new.visibility <> 'public' or new.team_colors <> old.team_colors) begin
  update public_card_counts set cards = cards - 1 where team_colors in (old.team_colors, '');
end;
create trigger counts_joined after update of visibility, team_colors on fantasy_football_cards
when new.visibility = 'public' and (old.visibility <> 'public' or new.team_colors <> old.team_colors) begin
  insert into public_card_counts (team_colors, cards) values (new.team_colors, 1), ('', 1)
    on conflict (team_colors) do update set cards = cards + 1;
end;
create trigger counts_removed after delete on fantasy_football_cards when old.visibility = 'public' begin
  update public_card_counts set cards = cards - 1 where team_colors in (old.team_colors, '');
end;
