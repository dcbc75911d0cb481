-- The larger network that a vote came from (IPv4 address, IPv6 /48): what one customer may hold has caps of its own. Kept for
-- as long as the network is.
alter table votes add column site text;
create index votes_of_site on votes (site, at, card) where site is not null;
