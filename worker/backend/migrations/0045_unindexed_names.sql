-- Stops maintaining the index of names: no page searches names, and every search has a budget of rows. The previous version
-- still reads the index, and scans the card table if it finds more rows than these. The next version drops the table.
drop trigger name_parts_began;
drop trigger name_parts_joined;
drop trigger name_parts_moved;
drop trigger name_parts_removed;
delete from card_name_parts;
insert into card_name_parts (part, card)
  with recursive numbers (n) as (select 1 union all select n + 1 from numbers where n < 301) select '', n from numbers;
