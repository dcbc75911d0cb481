-- Tables of the embedded backend.

create table fantasy_football_cards (
  id text primary key,
  player_name text not null default '',
  jersey_number text not null default '',
  team_colors text not null,
  image_url text not null,
  stats text,
  created_at text not null,
  votes integer not null default 0,
  user_id text not null default 'anonymous',
  -- Columns that public callers can neither read nor filter by.
  visibility text not null default 'draft' check (visibility in ('draft', 'unlisted', 'public')),
  owner text not null,
  generation_id text not null unique,
  armor text not null default 'none',
  tier text not null default 'Rookie',
  art_path text,
  drafted_at text not null
) strict;

-- One index per list of the product. They contain public cards only.
create index cards_newest on fantasy_football_cards (created_at desc) where visibility = 'public';
create index cards_top on fantasy_football_cards (votes desc, created_at desc) where visibility = 'public';
create index cards_top_of_team on fantasy_football_cards (team_colors, votes desc, created_at desc) where visibility = 'public';
create index cards_drafts on fantasy_football_cards (drafted_at) where visibility = 'draft';

-- Ledger of rendered card images and the visitors who made them. Only these images can become cards.
create table generations (
  id text primary key default (lower(hex(randomblob(16)))),
  image_url text not null unique,
  generation_id text not null,
  card_id text not null,
  visitor text not null,
  image_path text not null,
  created_at integer not null
) strict;
create index generations_of_one on generations (generation_id);

-- The latest vote of each voter for each card, in milliseconds since 1970. `network` is set only without a cookie.
create table votes (
  voter text not null,
  card text not null references fantasy_football_cards (id) on delete cascade,
  at integer not null,
  network text,
  primary key (voter, card)
) strict, without rowid;
create index votes_of_network on votes (network, card, at) where network is not null;
create index votes_of_card on votes (card);

-- Last line of defense: a count only ever grows by one.
create trigger votes_guard before update of votes on fantasy_football_cards
when new.votes not in (old.votes, old.votes + 1) begin
  select raise(abort, 'CHECK constraint failed: votes move one by one');
end;

create table vote_tallies (
  card text not null references fantasy_football_cards (id) on delete cascade,
  day integer not null,
  votes integer not null,
  primary key (card, day)
) strict, without rowid;

-- Only a row in `votes` moves a count: the insert of a new voter, or the update of a voter's time.
create trigger votes_cast after insert on votes begin
  update fantasy_football_cards set votes = votes + 1 where id = new.card;
  insert into vote_tallies (card, day, votes) values (new.card, new.at / 86400000, 1)
    on conflict (card, day) do update set votes = votes + 1;
end;
create trigger votes_cast_again after update of at on votes begin
  update fantasy_football_cards set votes = votes + 1 where id = new.card;
  insert into vote_tallies (card, day, votes) values (new.card, new.at / 86400000, 1)
    on conflict (card, day) do update set votes = votes + 1;
end;

create table contact_submissions (
  id text primary key,
  name text not null,
  email text not null,
  message text not null,
  created_at text not null
) strict;
create index contact_submissions_by_age on contact_submissions (created_at);

-- Emails, captured when no mailer is configured.
create table outbox (
  id text primary key,
  recipient text not null,
  subject text not null,
  html text,
  body text,
  created_at text not null
) strict;
create index outbox_of_recipient on outbox (recipient, created_at);

-- Hourly budgets of callers who use the raw backend without a token.
create table raw_budgets (
  key text not null,
  hour integer not null,
  used integer not null,
  primary key (key, hour)
) strict, without rowid;
