-- 1 for a redraw in another pose, which is counted separately from new crops of the photo.
alter table generation_charges add column is_pose integer not null default 0;
