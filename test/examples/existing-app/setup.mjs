// setup.mjs
import { createClient } from 'fantasy-cards-client'

const service = createClient({
  projectId: 'fantasy-cards',
  key: process.env.SERVICE_KEY,
  coreUrl: 'http://127.0.0.1:8787',
})
await service.db.sql(`create table if not exists todos (
  id text primary key,
  user_id text not null,
  title text not null,
  is_done boolean not null default false,
  created_at timestamp default current_timestamp
)`)
await service.db.sql('create index if not exists todos_by_user on todos (user_id)')
