-- Pictures of swept drafts. Their ledger entries stay, without a visitor, until the files are deleted.

create index generations_swept on generations (generation_id) where visitor = '';
