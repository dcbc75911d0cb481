import { beforeAll } from 'vitest'
import { createAuthApp, NOW, PROJECT } from '../../support/auth.ts'
import { listStoredKeys } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createFailsOnce } from '../../support/faults/fails-once.ts'
import { takeConsole } from '../../support/quiet.ts'
import { isStatus, itHappensOnce } from './write-path.ts'

const time = { now: NOW }
const faults = createFailsOnce(testEnv())
const app = createAuthApp({ LIMITS: 'relaxed' }, { clock: () => time.now }, faults.env)
const setting = { faults, time, takeConsole }
let worlds = 0

beforeAll(freshDatabase)

async function member() {
  const n = ++worlds
  const { access_token: token, user } = await app.signUp(`ann${n}@example.com`)
  return { n, folder: `users/${user.id}/`, userId: user.id, headers: { authorization: `Bearer ${token}` } }
}
type Member = Awaited<ReturnType<typeof member>>

/** Sends the form with the idempotency key that the client reuses for all attempts. */
function upload({ n, folder, headers }: Member): Promise<Response> {
  const body = new FormData()
  body.set('path', `${folder}a.txt`)
  body.set('file', new Blob(['hello'], { type: 'text/plain' }))
  const key = { 'idempotency-key': `upload-${n}-of-one-form` }
  return app.send(`/api/storage/${PROJECT}/upload`, { method: 'POST', headers: { ...headers, ...key }, body })
}

const firstRow = (sql: string, id: string) => testEnv().DB.prepare(sql).bind(id).first()

async function countStored({ folder, userId }: Member) {
  const keys = (await listStoredKeys()).filter((key) => key.startsWith(folder))
  return {
    files: keys.map((key) => key.slice(folder.length)),
    owned: await firstRow('select count(*) as files, sum(bytes) as bytes from owned_files where user_id = ?', userId),
    totals: await firstRow('select files, bytes from owned_file_totals where user_id = ?', userId),
  }
}

itHappensOnce<Member>(
  { does: 'stores an upload', world: member, run: upload, isDone: isStatus(200), effect: countStored },
  setting,
)

itHappensOnce<Member>(
  {
    does: 'removes a file',
    world: async () => {
      const one = await member()
      await (await upload(one)).arrayBuffer()
      return one
    },
    run: ({ folder, headers }) =>
      app.send(`/api/storage/${PROJECT}/remove`, {
        method: 'DELETE',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ paths: [`${folder}a.txt`] }),
      }),
    isDone: isStatus(200),
    effect: countStored,
  },
  setting,
)
