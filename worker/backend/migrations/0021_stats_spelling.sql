-- Fixes cards from a client that converted names inside `stats` to snake_case. Those cards showed no stats.
update fantasy_football_cards
set stats = json_set(json_remove(stats, '$.touchdown_power'), '$.touchdownPower', json_extract(stats, '$.touchdown_power'))
where json_valid(stats) and json_type(stats, '$.touchdown_power') is not null and json_type(stats, '$.touchdownPower') is null;
