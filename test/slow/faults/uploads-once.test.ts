import { beforeEach, expect, test } from 'vitest'
import { AppError } from '#shared/client/errors.ts'
import { createClient } from '#shared/client/index.ts'
import { createAuthApp, NOW, ORIGIN, PROJECT } from '../../support/auth.ts'
import { config, storedKeys } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createFaults, type Injection } from '../../support/faults/index.ts'
import { takeConsole } from '../../support/quiet.ts'
import { portraitBytes } from '../../support/portrait.ts'
import { atEveryPoint, INSIDE } from './every-point.ts'

const TRIES = 3
/** More than waits in memory: it lies in the bucket piece by piece before it has its place. */
const LARGE_BYTES = 9 * 1024 * 1024

const faults = createFaults(testEnv(), { time: { now: NOW } })
const env = { ...faults.env, LIMITS: 'relaxed' }
let runs = 0

beforeEach(freshDatabase)

type Sender = { readonly key: string; readonly folder: string }

const SENDERS = {
  'a photo without a token': async () => ({ key: config().publicKey, folder: 'player-photos/' }),
  'a file of a signed-in person': async (app) => {
    const { access_token: key, user } = await app.signUp(`ann${runs}@example.com`)
    return { key, folder: `users/${user.id}/` }
  },
  'a file with the service key': async () => ({ key: config().serviceKey, folder: `shelf${runs}/` }),
  'a large file with the service key': async () => ({ key: config().serviceKey, folder: `shelf${runs}/` }),
} as const satisfies Record<string, (app: ReturnType<typeof createAuthApp>) => Promise<Sender>>

const fileFor = (what: string) => {
  if (what.includes('photo')) return new Blob([portraitBytes()], { type: 'image/jpeg' })
  return new Blob([what.includes('large') ? 'x'.repeat(LARGE_BYTES) : 'hello'], { type: 'text/plain' })
}

const owned = async () =>
  (await testEnv().DB.prepare('select count(*) as files, coalesce(sum(bytes), 0) as bytes from owned_files').first())!

/** What stands in the totals, which a trigger keeps, beside what the rows say. */
const totals = async () =>
  (await testEnv().DB.prepare(`select files, bytes from owned_file_totals where user_id = ''`).first()) ?? {
    files: 0,
    bytes: 0,
  }

/** Uploads by the client's wire, again under the same name while there is no answer. @returns what came of it */
async function run(what: keyof typeof SENDERS, injection: Injection | null) {
  await freshDatabase()
  const n = ++runs
  const app = createAuthApp({}, faults.overrides, env)
  const { key, folder } = await SENDERS[what](app)
  const client = createClient({
    projectId: PROJECT,
    coreUrl: ORIGIN,
    key,
    headers: { 'cf-connecting-ip': `10.${n >> 8}.${n & 255}.1` },
    fetch: (url, init) => app.send(url.slice(ORIGIN.length), init),
  })
  const upload = () =>
    client.storage
      .upload(fileFor(what), `${folder}a`, { idempotencyKey: `upload-${n}-of-one-form` })
      .catch((thrown: unknown) => thrown as AppError)
  const { answer: first, points, isHit } = await faults.during(injection, upload)
  let answer = first
  for (let tries = 1; answer instanceof AppError && tries < TRIES; tries++) answer = await upload()
  const said = answer instanceof AppError ? answer.code : new URL(answer.publicUrl).pathname
  const served = await app.send(said.startsWith('/') ? said : '/storage/none', { method: 'HEAD' })
  // What waited in pieces for its place and could not be removed goes with the next sweep.
  const keys = (await storedKeys()).filter((path) => !path.startsWith('tmp/'))
  return {
    points,
    isHit,
    first: first instanceof AppError ? first.message : '',
    came: {
      said: answer instanceof AppError ? answer.code : 'stored',
      isWhatIsThere: keys.length === 1 && said.endsWith(`/${keys[0]}`),
      served: [served.status, served.headers.get('content-length')],
      owned: await owned(),
      totals: await totals(),
    },
  }
}

test.each(Object.keys(SENDERS) as (keyof typeof SENDERS)[])(
  '%s is stored once and has one row, whichever call of the stores fails before or after it was made',
  async (what) => {
    await atEveryPoint(
      (injection) => run(what, injection),
      ({ first, came }, whole, where) => {
        takeConsole()
        takeConsole('warn')
        expect({ where, ...came }).toEqual({ where, ...whole.came })
        expect(first, where).not.toMatch(INSIDE)
      },
    )
  },
  240_000,
)

test('an upload of another name to a place that is taken is refused, and so is one by somebody else', async () => {
  const app = createAuthApp({}, faults.overrides, env)
  const clientOf = (key: string) =>
    createClient({
      projectId: PROJECT,
      coreUrl: ORIGIN,
      key,
      fetch: (url, init) => app.send(url.slice(ORIGIN.length), init),
    })
  const { access_token: token, user } = await app.signUp('ann@example.com')
  const path = `users/${user.id}/a.txt`
  const file = fileFor('text')
  const [ann, service] = [clientOf(token), clientOf(config().serviceKey)]
  const { publicUrl } = await ann.storage.upload(file, path, { idempotencyKey: 'one' })
  expect(await ann.storage.upload(file, path, { idempotencyKey: 'one' })).toEqual({ publicUrl })
  for (const [client, idempotencyKey] of [
    [ann, 'two'],
    [service, 'one'],
  ] as const)
    await expect(client.storage.upload(file, path, { idempotencyKey })).rejects.toMatchObject({ code: 'FILE_EXISTS' })
  expect([await storedKeys(), await owned()]).toEqual([[path], { files: 1, bytes: 5 }])
})
