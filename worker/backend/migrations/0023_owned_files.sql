-- Sizes of users' files under `users/{id}/`. An entry is inserted before its file is stored, and deleted after it.
create table owned_files (
  path text primary key,
  user_id text not null,
  bytes integer not null
) strict, without rowid;
create index owned_files_of_user on owned_files (user_id);

-- Totals of each user, and of all users ('').
create table owned_file_totals (
  user_id text primary key,
  bytes integer not null,
  files integer not null
) strict, without rowid;

create trigger owned_files_added after insert on owned_files begin
  insert into owned_file_totals (user_id, bytes, files) values (new.user_id, new.bytes, 1), ('', new.bytes, 1)
    on conflict (user_id) do update set bytes = bytes + excluded.bytes, files = files + 1;
end;

create trigger owned_files_changed after update on owned_files begin
  update owned_file_totals set bytes = bytes - old.bytes + new.bytes where user_id in (new.user_id, '');
end;

create trigger owned_files_removed after delete on owned_files begin
  update owned_file_totals set bytes = bytes - old.bytes, files = files - 1 where user_id in (old.user_id, '');
  delete from owned_file_totals where user_id in (old.user_id, '') and files = 0;
end;
