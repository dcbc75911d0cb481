import { HOUR_MS } from '#shared/time.ts'
import { createStandIns, ordinary, settingsOf } from '../../support/ai-stand-ins.ts'
import { createAuthApp, NOW, type TokenAnswer } from '../../support/auth.ts'
import { PROJECT } from '../../support/backend.ts'
import { testEnv } from '../../support/env.ts'
import { createFaults } from '../../support/faults/index.ts'
import { type AnyPath, aPath, isStatus } from './write-path.ts'

export const time = { now: NOW }
export const faults = createFaults(testEnv(), { time, fetch: createStandIns(ordinary).fetch })
let answers = 0
/** A provider whose answer never began is taken for one that has sold nothing. */
const counted: typeof fetch = async (input, init) => {
  const answer = await faults.overrides.fetch(input, init)
  if (answer.ok) answers++
  return answer
}
const app = createAuthApp(settingsOf('openai-compatible'), { ...faults.overrides, fetch: counted }, faults.env)
let worlds = 0

const post = (path: string, body: object, headers: Record<string, string>) =>
  app.send(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** Somebody signed in, on a day and a network of their own. */
async function buyer() {
  const n = ++worlds
  time.now += 24 * HOUR_MS
  const ip = { 'cf-connecting-ip': `10.${n >> 8}.${n & 255}.1` }
  const account = { projectId: PROJECT, email: `ann${n}@example.com`, password: 'correct horse' }
  const { access_token: token, user } = await (await post('/api/auth/signup', account, ip)).json<TokenAnswer>()
  return { userId: user.id, headers: { ...ip, authorization: `Bearer ${token}` }, answers }
}
type Buyer = Awaited<ReturnType<typeof buyer>>

/**
 * Nothing is bought that is not counted: a call that failed after the provider had answered is paid for, and so is the next
 * one. When nobody has heard that it is over, its lease ends by itself.
 */
async function paid({ userId, answers: before }: Buyer) {
  const { DB } = testEnv()
  const bought = answers - before
  const used = await DB.prepare('select sum(used) as n from window_counters where key glob ?')
    .bind(`ai:*:${userId}`)
    .first<number>('n')
  const held = await DB.prepare('select count(*) as n from ai_leases where holder = ? and until > ?')
    .bind(userId, time.now + HOUR_MS)
    .first<number>('n')
  return { isBought: bought > 0, isAllCounted: (used ?? 0) >= bought, isHeldForEver: held! > 0 }
}

const call = (what: string, body: object): AnyPath =>
  aPath<Buyer>({
    route: `POST /api/ai/:projectId/${what}`,
    what: `a call of AI for ${what}`,
    world: buyer,
    act: ({ headers }) => post(`/api/ai/${PROJECT}/${what}`, body, headers),
    isDone: isStatus(200),
    // A lease that nobody could give back is over by then.
    waitMs: 10 * 60_000,
    effect: paid,
    says: ['AI_FAILED', 'AI_TIMEOUT', 'AI_IN_FLIGHT'],
  })

export const AI_PATHS: readonly AnyPath[] = [
  call('image', { prompt: 'A helmet', n: 1 }),
  call('text', { prompt: 'Hello' }),
  call('object', { prompt: 'Hello', schema: { type: 'object', properties: { name: { type: 'string' } } } }),
  call('speech', { text: 'Go long' }),
  call('transcribe', { audio: [...new Uint8Array(64)] }),
]
