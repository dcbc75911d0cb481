import { beforeAll } from 'vitest'
import { DAY_MS } from '#shared/time.ts'
import { createAuthApp, NOW, PASSWORD, PROJECT, type TokenResponse } from '../../support/auth.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { createFailsOnce } from '../../support/faults/fails-once.ts'
import { takeConsole } from '../../support/quiet.ts'
import { type Answer, isStatus, itHappensOnce } from './write-path.ts'

const time = { now: NOW }
const faults = createFailsOnce(testEnv())
const app = createAuthApp({}, { clock: () => time.now }, faults.env)
const setting = { faults, time, takeConsole }
let worlds = 0

beforeAll(freshDatabase)

/** A person on a separate network, with or without an account. */
type Person = { readonly email: string; readonly ip: string; readonly tokens: TokenResponse | null }

const send = (method: string, path: string, { ip, tokens }: Person, body?: object) =>
  app.send(`/api/auth${path}`, {
    method,
    headers: {
      'cf-connecting-ip': ip,
      'content-type': 'application/json',
      ...(tokens && { authorization: `Bearer ${tokens.access_token}` }),
    },
    ...(body && { body: JSON.stringify({ projectId: PROJECT, ...body }) }),
  })
const signUp = (person: Person) => send('POST', '/signup', person, { email: person.email, password: PASSWORD })
const signIn = (person: Person) => send('POST', '/signin/email', person, { email: person.email, password: PASSWORD })
const refresh = (person: Person) =>
  send('POST', '/refresh', { ...person, tokens: null }, { refresh_token: person.tokens!.refresh_token })
const remove = (person: Person) => send('DELETE', '/account', person)

async function stranger(): Promise<Person> {
  const n = ++worlds
  time.now += DAY_MS
  return { email: `ann${n}@example.com`, ip: `10.${n >> 8}.${n & 255}.1`, tokens: null }
}
async function member(): Promise<Person> {
  const person = await stranger()
  return { ...person, tokens: await (await signUp(person)).json<TokenResponse>() }
}

/** Counts the stored rows about a person. */
const countStored = async ({ email }: Person) =>
  (await testEnv()
    .DB.prepare(
      `select (select count(*) from users where email = ?1) as accounts,
         (select count(*) from one_time_tokens where email = ?1) as links,
         (select count(*) from sessions join users on users.id = user_id
           where email = ?1 and ended_at is null) as sessions`,
    )
    .bind(email)
    .first<Record<'accounts' | 'links' | 'sessions', number>>())!
/** Ignores the number of sessions, because a sign-in with a lost response leaves an extra one. */
async function countSignedIn(person: Person) {
  const { sessions, links: _, ...others } = await countStored(person)
  return { ...others, isSignedIn: sessions > 0 }
}

itHappensOnce<Person>(
  {
    does: 'creates an account',
    world: stranger,
    run: signUp,
    // A visitor who learns that the account already exists signs in.
    again: (person, { code }) => (code === 'EMAIL_ALREADY_EXISTS' ? signIn : signUp)(person),
    isDone: isStatus(200),
    // Only the mail may be missing, because a visitor who gets no mail can request another.
    effect: async (person) => {
      const tokens = await (await signIn(person)).json<TokenResponse>()
      if ((await app.mailsTo(person.email)).length === 0)
        await (await send('POST', '/email/verify/send', { ...person, tokens }, {})).arrayBuffer()
      const hasMail = (await app.mailsTo(person.email)).length > 0
      return { ...(await countSignedIn(person)), hasMail }
    },
    says: ['EMAIL_ALREADY_EXISTS'],
  },
  setting,
)

itHappensOnce<Person>(
  {
    does: 'signs in',
    world: member,
    run: signIn,
    isDone: isStatus(200),
    effect: countSignedIn,
  },
  setting,
)

itHappensOnce<Person>(
  {
    does: 'rotates a refresh token',
    world: member,
    run: refresh,
    isDone: isStatus(200),
    // A refresh token that is reused within seconds still works, in case the response was lost.
    waitMs: 2000,
    effect: async (person) => ({ ...(await countStored(person)), statusAgain: (await refresh(person)).status }),
  },
  setting,
)

itHappensOnce<Person>(
  {
    does: 'deletes an account',
    world: member,
    run: remove,
    // A client whose access token is rejected gets a new one with its session.
    again: async (person, { status }: Answer) => {
      if (status !== 401) return remove(person)
      const refreshed = await refresh(person)
      return refreshed.ok ? remove({ ...person, tokens: await refreshed.json<TokenResponse>() }) : refreshed
    },
    isDone: ({ status }, nth) => status === 200 || (status === 401 && nth > 0),
    effect: countStored,
  },
  setting,
)
