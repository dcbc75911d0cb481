-- Removals that a moderator can still undo. The card is hidden, and is permanently removed at `due_at` (milliseconds since
-- 1970). `shown` is the visibility before, or null if the card was already hidden.
create table held_removals (
  card text primary key references fantasy_football_cards (id) on delete cascade,
  due_at integer not null,
  shown text check (shown in ('unlisted', 'public'))
) strict, without rowid;
create index held_removals_due on held_removals (due_at);
