import { beforeEach, expect, test } from 'vitest'
import { createAuthApp, NOW, type TokenAnswer } from '../../support/auth.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createFaults, type Injection } from '../../support/faults/index.ts'
import { takeConsole } from '../../support/quiet.ts'
import { atEveryPoint, INSIDE } from './every-point.ts'

/** What a person tries before giving up. */
const TRIES = 3

const time = { now: NOW }
const faults = createFaults(testEnv(), { time })
const app = createAuthApp({}, faults.overrides, faults.env)
let runs = 0

beforeEach(freshDatabase)

const one = async (sql: string, ...values: unknown[]) =>
  (await testEnv()
    .DB.prepare(sql)
    .bind(...values)
    .first<Record<string, number>>())!

type Person = { readonly email: string; readonly ip: string }

const ask = ({ email, ip }: Person) => app.post<{ success?: boolean }>('/signin/magic', { email }, { ip })
const follow = (token: string, { ip }: Person) => app.post<TokenAnswer>('/signin/magic/verify', { token }, { ip })
const tokenFor = async ({ email }: Person) =>
  (await app.mailsTo(email)).length === 0 ? null : (await app.linkTo(email)).searchParams.get('magic_token')

/** As a client asks: with a new access token, when the one it has is not good. */
async function meOf({ access_token: token, refresh_token: refresh }: TokenAnswer): Promise<number> {
  const { status } = await app.me(token)
  return status === 401 ? (await app.me((await app.refresh(refresh)).body.access_token)).status : status
}

/**
 * Asks for a link and follows it, one of the two with a fault. A person whose mail does not come asks again, follows a link
 * again whose answer did not come, and asks for another when that one is used.
 */
async function run(during: 'asking' | 'following', injection: Injection | null) {
  const n = ++runs
  time.now += 60_000
  const person = { email: `ann${n}@example.com`, ip: `10.${n >> 8}.${n & 255}.1` }
  const asked = await faults.during(during === 'asking' ? injection : null, () => ask(person))
  let mails = 1
  for (; (await tokenFor(person)) === null && mails < TRIES; mails++) await ask(person)
  const token = (await tokenFor(person))!
  const followed = await faults.during(during === 'following' ? injection : null, () => follow(token, person))
  let answer = followed.answer
  for (let tries = 1; answer.status >= 500 && tries < TRIES; tries++) answer = await follow(token, person)
  const isLinkLost = answer.code === 'MAGIC_LINK_EXPIRED'
  if (isLinkLost) {
    await ask(person)
    answer = await follow((await tokenFor(person))!, person)
  }
  const { points, isHit, answer: first } = during === 'asking' ? asked : followed
  const again = await follow(token, person)
  return {
    points,
    isHit,
    first,
    isLinkLost,
    came: {
      status: answer.status,
      me: await meOf(answer.body),
      again: again.code,
      ...(await one(
        `select (select count(*) from users where email = ?1) as accounts,
           (select count(*) from users where email = ?1 and is_proven = 1) as proven,
           (select count(*) from one_time_tokens where email = ?1) as links`,
        person.email,
      )),
    },
    sessions: (
      await one('select count(*) as n from sessions s join users u on u.id = s.user_id where email = ?', person.email)
    )['n'],
  }
}

test('a link to sign in comes by mail, whichever call of the stores fails while it is asked for', async () => {
  await atEveryPoint(
    (injection) => run('asking', injection),
    ({ first, came, sessions }, whole, where) => {
      takeConsole()
      takeConsole('warn')
      expect(whole.came).toEqual({
        status: 200,
        me: 200,
        again: 'MAGIC_LINK_EXPIRED',
        accounts: 1,
        proven: 1,
        links: 0,
      })
      expect({ where, ...came, sessions }).toEqual({ where, ...whole.came, sessions: 1 })
      expect(JSON.stringify(first.body), where).not.toMatch(INSIDE)
    },
  )
}, 240_000)

test('a link signs in once, and is used up by a session alone, whichever call of the stores fails', async () => {
  await atEveryPoint(
    (injection) => run('following', injection),
    ({ first, came, sessions, isLinkLost }, whole, where) => {
      takeConsole()
      takeConsole('warn')
      expect({ where, ...came, sessions, isLinkLost }).toEqual({
        where,
        ...whole.came,
        sessions: 1,
        isLinkLost: false,
      })
      expect(JSON.stringify(first.body), where).not.toMatch(INSIDE)
    },
  )
}, 240_000)
