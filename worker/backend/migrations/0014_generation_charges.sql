-- What each generation has cost. A visitor's cards of a day are counted from these rows: one row per generation, so
-- sending a form twice, or giving a card back twice, counts once. Replaces a counter per visitor and day, which stays as
-- long as a Worker of the version before may run on this schema.
create table generation_charges (
  generation text primary key,
  visitor text not null,
  network text not null,
  day integer not null,
  -- `card`: one of the visitor's day; `paid`: one of the network's day too; `adjustment`: one of a card's free ones.
  kind text not null check (kind in ('card', 'paid', 'adjustment')),
  -- Of an adjustment; null once that card is gone.
  card text,
  -- `taken` until its photo was looked at; then `drawn`, or when that ended with a question `returned`, or `spent` when
  -- the free looks were used up.
  state text not null default 'taken' check (state in ('taken', 'drawn', 'returned', 'spent')),
  -- When it turned out to cost nothing, and when its photo was looked at; milliseconds since 1970.
  free_at integer,
  looked_at integer
) strict, without rowid;
create index charges_of_visitor on generation_charges (visitor, day);
create index charges_of_network on generation_charges (network, day) where kind = 'paid';
create index charges_free on generation_charges (network, free_at) where free_at is not null;
create index charges_of_card on generation_charges (card) where card is not null;
create index charges_by_day on generation_charges (day);

-- Nothing of a card that is gone names who made it.
create trigger charges_forget_card after delete on fantasy_football_cards begin
  update generation_charges set card = null where card = old.id;
end;

-- How the player on a card was drawn, as its art says: by a trained model, by arithmetic from a photo, or without one;
-- and the finish of our own artist. Null: drawn before this was kept.
alter table fantasy_football_cards add column source text check (source in ('trained', 'computed', 'plain'));
alter table fantasy_football_cards add column finish text check (finish in ('ink', 'photo', 'window', 'faceless'));
