-- People with an account. Addresses are kept in lower case; times are ISO 8601 where people read them, else milliseconds since 1970.
create table users (
  id text primary key,
  email text not null unique,
  email_verified integer not null default 0,
  -- A PHC string; null: signs in by link or by another service only.
  password_hash text,
  display_name text,
  photo_url text,
  role text not null default 'user',
  created_at text not null,
  last_sign_in_at text
) strict;

-- Who somebody is at another service.
create table identities (
  provider text not null,
  subject text not null,
  user_id text not null references users (id) on delete cascade,
  primary key (provider, subject)
) strict, without rowid;
create index identities_of_user on identities (user_id);

-- One per sign-in: every refresh token that came of it ends with it.
create table sessions (
  id text primary key,
  user_id text not null references users (id) on delete cascade,
  expires_at integer not null,
  ended_at integer
) strict, without rowid;
create index sessions_of_user on sessions (user_id);
create index sessions_by_end on sessions (expires_at);

-- Hashes only. One that was used stays, so that a second use is known for what it is.
create table refresh_tokens (
  hash text primary key,
  session_id text not null references sessions (id) on delete cascade,
  used_at integer
) strict, without rowid;
create index refresh_tokens_of_session on refresh_tokens (session_id);

-- What a mail carries, hashed. Gone with its first use.
create table one_time_tokens (
  hash text primary key,
  purpose text not null check (purpose in ('magic', 'reset', 'verify')),
  email text not null,
  expires_at integer not null
) strict, without rowid;
create index one_time_tokens_by_end on one_time_tokens (expires_at);
create index one_time_tokens_of_address on one_time_tokens (email, purpose);

-- How often who tried what: until when the allowance is not whole again.
create table attempts (
  key text primary key,
  full_at integer not null
) strict, without rowid;
create index attempts_by_age on attempts (full_at);

-- The edge's own: the admin's one-time links and the sessions that came of them, hashed.
create table admin_tokens (
  hash text primary key,
  kind text not null check (kind in ('link', 'session')),
  email text not null,
  expires_at integer not null
) strict, without rowid;
create index admin_tokens_by_end on admin_tokens (expires_at);
create index cards_of_user on fantasy_football_cards (user_id) where user_id <> 'anonymous';
