// setup.mjs
import { createClient } from 'fantasy-cards-client'

const backend = createClient({
  projectId: 'fantasy-cards',
  key: process.env.SERVICE_KEY,
  coreUrl: 'http://127.0.0.1:8787',
})
await backend.db.sql(`create table if not exists training_notes (
  id text primary key,
  user_id text not null,
  text text not null,
  created_at timestamp default current_timestamp
)`)
await backend.db.sql('create index if not exists training_notes_by_user on training_notes (user_id)')
process.stdout.write('The table is ready.\n')
