import { beforeEach, expect, test } from 'vitest'
import { createAuthApp, type TokenAnswer } from '../../support/auth.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createFaultyBindings } from '../../support/faulty-bindings.ts'
import { takeConsole } from '../../support/quiet.ts'
import { atEveryPoint, type Fault } from './every-point.ts'

/** What a person tries before giving up. */
const TRIES = 3

const faulty = createFaultyBindings(testEnv())
const app = createAuthApp({}, {}, faulty.env)
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

/**
 * Asks for a link and follows it, one of the two with a fault. A person whose mail does not come asks again, follows a link
 * again whose answer did not come, and asks for another when that one is used.
 */
async function run(during: 'asking' | 'following', fault: Fault | null) {
  const n = ++runs
  app.clock.now += 60_000
  const person = { email: `ann${n}@example.com`, ip: `10.${n >> 8}.${n & 255}.1` }
  const asked = await faulty.during(during === 'asking' ? fault : null, () => ask(person))
  let mails = 1
  for (; (await tokenFor(person)) === null && mails < TRIES; mails++) await ask(person)
  const token = (await tokenFor(person))!
  const followed = await faulty.during(during === 'following' ? fault : null, () => follow(token, person))
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
      me: (await app.me(answer.body.access_token)).status,
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
    (fault) => run('asking', fault),
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
      expect(JSON.stringify(first.body), where).not.toContain('fault ')
    },
  )
}, 240_000)

test('a link signs in once, and is used up by a session alone, whichever call of the stores fails', async () => {
  const lost: string[] = []
  await atEveryPoint(
    (fault) => run('following', fault),
    ({ first, came, sessions, isLinkLost }, whole, where) => {
      takeConsole()
      takeConsole('warn')
      if (isLinkLost) lost.push(where)
      expect({ where, ...came, sessions }).toEqual({ where, ...whole.came, sessions: isLinkLost ? 2 : 1 })
      expect(JSON.stringify(first.body), where).not.toContain('fault ')
    },
  )
  // Where only the answer with the tokens is lost, the link is used: it works once, for nobody a second time.
  expect(lost).toEqual([expect.stringMatching(/^after DB\.batch \d$/)])
}, 240_000)
