// backend.mjs
import { createClient } from 'fantasy-cards-client'

const client = createClient({
  projectId: 'fantasy-cards',
  key: 'public-fantasy-cards',
  coreUrl: 'http://127.0.0.1:8787',
  auth: { mode: 'headless' },
})

/** Tables by their names: `db.todos` is `db.table('todos')`. */
const db = new Proxy(client.db, { get: (own, name) => own[name] ?? own.table(name) })

export const backend = { ...client, db }
