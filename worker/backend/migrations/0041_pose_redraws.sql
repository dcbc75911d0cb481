-- 1 for a redraw in another pose: a card's redraws are counted apart from crops of its photo.
alter table generation_charges add column is_pose integer not null default 0;
