-- Pictures of drafts that were swept: their entries stay until the files are gone, claimed by nobody.

create index generations_swept on generations (generation_id) where visitor = '';
