-- A saved card copies these values from its ledger entry. Older entries have none.
alter table generations add column player_name text;
alter table generations add column jersey_number text;
alter table generations add column team_colors text;
alter table generations add column stats text;
create index generations_of_card on generations (card_id);

-- The visibility to restore. A card hidden by reports is a draft, which only its maker sees.
alter table fantasy_football_cards add column hidden_from text check (hidden_from in ('unlisted', 'public'));

create index cards_of_owner on fantasy_football_cards (owner, created_at desc);
create index cards_newest_of_team on fantasy_football_cards (team_colors, created_at desc) where visibility = 'public';

-- This Week and Trending read only the votes of their period.
create index vote_tallies_by_day on vote_tallies (day, card, votes);
create index votes_by_time on votes (at, card);

-- Ids that return 410 forever. `swept` is set when all data of the card has been deleted.
create table removed_cards (
  id text primary key,
  removed_at integer not null,
  art_path text,
  swept integer not null default 0
) strict, without rowid;
create index removed_cards_unswept on removed_cards (removed_at) where swept = 0;

-- One report per visitor and card. `decided` is set by a moderator's approval, after which the report no longer counts.
create table reports (
  card text not null references fantasy_football_cards (id) on delete cascade,
  reporter text not null,
  network text not null,
  reason text not null,
  detail text,
  at integer not null,
  decided integer not null default 0,
  primary key (card, reporter)
) strict, without rowid;
create index reports_of_reporter on reports (reporter, at);
create index reports_of_network on reports (network, at);
create index reports_open on reports (card, at) where decided = 0;
