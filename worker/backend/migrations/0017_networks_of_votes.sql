-- Every vote counts against its network, for the two days that it is known.
drop index votes_of_network;
create index votes_of_network on votes (network, at, card) where network is not null;
