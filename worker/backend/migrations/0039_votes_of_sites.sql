-- The larger network of a vote (IPv4 address, IPv6 /48), which one ISP customer may have. It has its own caps, and is stored
-- as long as the network.
alter table votes add column site text;
create index votes_of_site on votes (site, at, card) where site is not null;
