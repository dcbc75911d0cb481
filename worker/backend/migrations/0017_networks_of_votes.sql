-- Every vote counts against its network, which is stored for two days.
drop index votes_of_network;
create index votes_of_network on votes (network, at, card) where network is not null;
