-- Accounts. Email addresses are lowercase. Times that people read are ISO 8601, others are milliseconds since 1970.
create table users (
  id text primary key,
  email text not null unique,
  email_verified integer not null default 0,
  -- A PHC string. Null for an account without a password, which signs in by link or OAuth.
  password_hash text,
  display_name text,
  photo_url text,
  role text not null default 'user',
  created_at text not null,
  last_sign_in_at text
) strict;

-- Users' identities at OAuth providers.
create table identities (
  provider text not null,
  subject text not null,
  user_id text not null references users (id) on delete cascade,
  primary key (provider, subject)
) strict, without rowid;
create index identities_of_user on identities (user_id);

-- One row per sign-in. Ending it revokes all of its refresh tokens.
create table sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  expires_at integer not null,
  ended_at integer
) strict, without rowid;
create index sessions_of_user on sessions (user_id);
create index sessions_by_end on sessions (expires_at);

-- Hashes only. Used tokens stay, to detect replay.
create table refresh_tokens (
  hash text primary key,
  session_id text not null references sessions (id) on delete cascade,
  used_at integer
) strict, without rowid;
create index refresh_tokens_of_session on refresh_tokens (session_id);

-- Hashes of emailed tokens. Deleted on first use.
create table one_time_tokens (
  hash text primary key,
  purpose text not null check (purpose in ('magic', 'reset', 'verify')),
  email text not null,
  expires_at integer not null
) strict, without rowid;
create index one_time_tokens_by_end on one_time_tokens (expires_at);
create index one_time_tokens_of_address on one_time_tokens (email, purpose);

-- Attempt counters per key. `full_at`: when the bucket is full again.
create table attempts (
  key text primary key,
  full_at integer not null
) strict, without rowid;
create index attempts_by_age on attempts (full_at);

-- Hashes of the admins' one-time links and of their sessions. Used by the edge.
create table admin_tokens (
  hash text primary key,
  kind text not null check (kind in ('link', 'session')),
  email text not null,
  expires_at integer not null
) strict, without rowid;
create index admin_tokens_by_end on admin_tokens (expires_at);
create index cards_of_user on fantasy_football_cards (user_id) where user_id <> 'anonymous';
