-- Cards that a moderator has removed and may still take back: hidden since then, and removed for good when it is due
-- (milliseconds since 1970). `shown`: the visibility that the removal has hidden; null: it was hidden before.
create table held_removals (
  card text primary key references fantasy_football_cards (id) on delete cascade,
  due_at integer not null,
  shown text check (shown in ('unlisted', 'public'))
) strict, without rowid;
create index held_removals_due on held_removals (due_at);
