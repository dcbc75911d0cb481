-- Charges of generations. A visitor's daily quota is counted from these rows. One row per generation makes charging and
-- refunding idempotent. Replaces a counter per visitor and day, which stays while the previous version may still run on
-- this schema.
create table generation_charges (
  generation text primary key,
  visitor text not null,
  network text not null,
  day integer not null,
  -- `card` counts against the visitor's day, `paid` against the network's day too, `adjustment` against a card's free ones.
  kind text not null check (kind in ('card', 'paid', 'adjustment')),
  -- The adjusted card. Null after it was removed.
  card text,
  -- `taken` until the photo was checked, then `drawn`; or, if the check ended with a question, `returned`, or `spent` if
  -- the free checks were used up.
  state text not null default 'taken' check (state in ('taken', 'drawn', 'returned', 'spent')),
  -- When the charge was returned, and when the photo was checked, in milliseconds since 1970.
  free_at integer,
  looked_at integer
) strict, without rowid;
create index charges_of_visitor on generation_charges (visitor, day);
create index charges_of_network on generation_charges (network, day) where kind = 'paid';
create index charges_free on generation_charges (network, free_at) where free_at is not null;
create index charges_of_card on generation_charges (card) where card is not null;
create index charges_by_day on generation_charges (day);

-- Charges do not link a removed card to its maker.
create trigger charges_forget_card after delete on fantasy_football_cards begin
  update generation_charges set card = null where card = old.id;
end;

-- The source of a card's art, from its metadata: a trained model, arithmetic on a photo, or no photo; and the finish of the
-- embedded artist. Null for cards from before this was stored.
alter table fantasy_football_cards add column source text check (source in ('trained', 'computed', 'plain'));
alter table fantasy_football_cards add column finish text check (finish in ('ink', 'photo', 'window', 'faceless'));
