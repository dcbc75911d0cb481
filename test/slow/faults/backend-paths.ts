import { DAY_MS } from '#shared/time.ts'
import type { CapturedMail } from '#worker/mail/mailer.ts'
import { createAuthApp, NOW, type TokenAnswer } from '../../support/auth.ts'
import { as, PROJECT, storedKeys } from '../../support/backend.ts'
import { testEnv } from '../../support/env.ts'
import { createFaults } from '../../support/faults/index.ts'
import { type AnyPath, aPath, type Answered, isStatus } from './write-path.ts'

export const time = { now: NOW }
export const faults = createFaults(testEnv(), { time })
const app = createAuthApp({}, faults.overrides, faults.env)
let worlds = 0

type Headers = Record<string, string>

const send = (method: string, path: string, body: unknown, headers: Headers) =>
  app.send(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
const rowsOf = async (sql: string, ...values: unknown[]) =>
  (
    await testEnv()
      .DB.prepare(sql)
      .bind(...values)
      .all()
  ).results

/** Whoever has written a row whose answer was lost is told that it is there. */
const isThere = ({ status, code }: Answered) => status === 201 || code === '23505'

/** Two rows of a person, who is on a network of their own. */
async function person() {
  const n = ++worlds
  time.now += DAY_MS
  const ip = { 'cf-connecting-ip': `10.${n >> 8}.${n & 255}.1` }
  const email = `ann${n}@example.com`
  const response = await send('POST', '/api/auth/signup', { projectId: PROJECT, email, password: 'correct horse' }, ip)
  const { access_token: token, user } = await response.json<TokenAnswer>()
  await testEnv().DB.exec('create table if not exists notes (id text primary key, user_id text, text text)')
  const ids = [`a${n}`, `b${n}`] as const
  for (const id of ids) await testEnv().DB.prepare(`insert into notes values (?, ?, 'old')`).bind(id, user.id).run()
  return { n, ids, email, userId: user.id, headers: { ...ip, authorization: `Bearer ${token}` } }
}
type Person = Awaited<ReturnType<typeof person>>

const notesOf = ({ n }: Person) => rowsOf(`select id, text from notes where id in ('a' || ?1, 'b' || ?1, 'c' || ?1)`, n)
const MERGE = { prefer: 'resolution=merge-duplicates' }

/** The four writes of a table, as somebody with these headers makes them. */
const writesAt = (route: string, table: string, whose: string, headersOf: (one: Person) => Headers): AnyPath[] => [
  aPath<Person>({
    route,
    what: `a new row of ${whose}`,
    world: person,
    act: (one) => send('POST', table, { id: `c${one.n}`, user_id: one.userId, text: 'new' }, headersOf(one)),
    isDone: isThere,
    effect: notesOf,
  }),
  aPath<Person>({
    route,
    what: `a row of ${whose}, new or changed`,
    world: person,
    act: (one) => {
      const rows = [`b${one.n}`, `c${one.n}`].map((id) => ({ id, user_id: one.userId, text: 'merged' }))
      return send('POST', table, rows, { ...headersOf(one), ...MERGE })
    },
    isDone: isStatus(201),
    effect: notesOf,
  }),
  aPath<Person>({
    route,
    what: `a changed row of ${whose}`,
    world: person,
    act: (one) => send('PATCH', `${table}?id=eq.a${one.n}`, { text: 'changed' }, headersOf(one)),
    isDone: isStatus(204),
    effect: notesOf,
  }),
  aPath<Person>({
    route,
    what: `a removed row of ${whose}`,
    world: person,
    act: (one) => send('DELETE', `${table}?id=eq.a${one.n}`, undefined, headersOf(one)),
    isDone: isStatus(204),
    effect: notesOf,
  }),
]

/** As the client sends it, whose name for an upload is the same as long as it tries. */
function upload({ n, userId, headers }: Person) {
  const body = new FormData()
  body.set('path', `users/${userId}/a.txt`)
  body.set('file', new Blob(['hello'], { type: 'text/plain' }))
  const name = { 'idempotency-key': `upload-${n}-of-one-form` }
  return app.send(`/api/storage/${PROJECT}/upload`, { method: 'POST', headers: { ...headers, ...name }, body })
}

/** With a file of this person. */
async function withFile() {
  const one = await person()
  await (await upload(one)).arrayBuffer()
  return one
}
const filesOf = async ({ userId }: Person) => ({
  files: (await storedKeys()).filter((key) => key.startsWith(`users/${userId}/`)),
  owned: await rowsOf('select path, bytes from owned_files where user_id = ?', userId),
  totals: await rowsOf('select files, bytes from owned_file_totals where user_id = ?', userId),
})

const mails = async (to: string) => (await app.mailsTo(to)).map(({ subject }: CapturedMail) => subject)
const DB = `/api/db/${PROJECT}`

export const BACKEND_PATHS: readonly AnyPath[] = [
  ...writesAt('ALL /rest/v1/:table', '/rest/v1/notes', 'one’s own', ({ headers }) => headers),
  ...writesAt(
    'ALL /api/db/:projectId/rest/v1/:table',
    `${DB}/rest/v1/notes`,
    'anybody, by the service key',
    as.service,
  ),
  aPath<Person>({
    route: 'POST /api/db/:projectId/sql',
    what: 'a statement of SQL',
    world: person,
    act: ({ n, userId }) =>
      send(
        'POST',
        `${DB}/sql`,
        { query: 'insert into notes values (?, ?, ?)', params: [`c${n}`, userId, 'new'] },
        as.service(),
      ),
    isDone: ({ status, code }) => status === 200 || code === '23505',
    effect: notesOf,
  }),
  aPath<Person>({
    route: 'POST /api/db/:projectId/batch',
    what: 'several statements of SQL',
    world: person,
    act: ({ n, userId }) =>
      send(
        'POST',
        `${DB}/batch`,
        {
          statements: [
            { sql: `update notes set text = text || '+' where id = ?`, args: [`a${n}`] },
            { sql: 'insert into notes values (?, ?, ?)', args: [`c${n}`, userId, 'new'] },
          ],
        },
        as.service(),
      ),
    // One transaction: where the second has happened, so has the first, and neither a second time.
    isDone: ({ status, code }) => status === 200 || code === '23505',
    effect: notesOf,
  }),
  aPath<Person>({
    route: 'POST /api/storage/:projectId/upload',
    what: 'storing a file',
    world: person,
    act: upload,
    isDone: isStatus(200),
    // Of each person the path is another one.
    effect: async (one) => JSON.stringify(await filesOf(one)).replaceAll(one.userId, 'me'),
  }),
  aPath<Person>({
    route: 'DELETE /api/storage/:projectId/remove',
    what: 'removing a file',
    world: withFile,
    act: ({ userId, headers }) =>
      send('DELETE', `/api/storage/${PROJECT}/remove`, { paths: [`users/${userId}/a.txt`] }, headers),
    isDone: isStatus(200),
    effect: filesOf,
  }),
  aPath<Person>({
    route: 'POST /api/analytics/:projectId/log',
    what: 'counting what happened on a page',
    world: person,
    act: ({ n, headers }) => {
      const timestamp = new Date(time.now - 1000).toISOString().replace(/T.*/, 'T00:00:00Z')
      const event = {
        event_id: `e${n}`,
        type: `press.${n}`,
        timestamp,
        project_id: PROJECT,
        session_id: `s${n}`,
        pathname: '/',
      }
      return send('POST', `/api/analytics/${PROJECT}/log`, { events: [event, event] }, headers)
    },
    isDone: isStatus(200),
    effect: ({ n }) => rowsOf('select measure, count from analytics_days where name = ?', `press.${n}`),
  }),
  aPath<Person>({
    route: 'POST /api/realtime/:projectId/publish',
    what: 'a message on a channel',
    world: person,
    act: ({ n }) =>
      send(
        'POST',
        `/api/realtime/${PROJECT}/publish`,
        { channel: `room-${n}`, type: 'chat', data: 'Hi' },
        as.service(),
      ),
    isDone: isStatus(200),
    // A channel knows no names of messages: one whose answer was lost is said twice, and none is lost.
    effect: async ({ n }) => {
      const path = `/api/realtime/${PROJECT}/messages?channel=room-${n}`
      const { messages } = await (
        await app.send(path, { headers: as.service() })
      ).json<{ messages: { data: string }[] }>()
      return [...new Set(messages.map(({ data }) => data))]
    },
  }),
  aPath<Person>({
    route: 'POST /api/notifications/:projectId/email',
    what: 'a mail by the service key',
    world: person,
    act: ({ n }) =>
      send(
        'POST',
        `/api/notifications/${PROJECT}/email`,
        { to: `bob${n}@example.com`, subject: 'Hello', text: 'Hello' },
        as.service(),
      ),
    isDone: isStatus(200),
    // As every sender of mails says: one whose answer was lost is sent twice, and none is lost.
    effect: async ({ n }) => [...new Set(await mails(`bob${n}@example.com`))],
  }),
]
