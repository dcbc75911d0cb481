-- When the maker of a card agreed to its publication (ISO 8601, UTC); `consent` now names the wording for pages, too.
alter table fantasy_football_cards add column consent_at text;
