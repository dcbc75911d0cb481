import { DAY_MS } from '#shared/time.ts'
import { createAuthApp, NOW, ORIGIN, PASSWORD, PROJECT, type TokenAnswer } from '../../support/auth.ts'
import { as } from '../../support/backend.ts'
import { testEnv } from '../../support/env.ts'
import { createFaults } from '../../support/faults/index.ts'
import { type AnyPath, aPath, isStatus } from './write-path.ts'

const NEW_PASSWORD = 'a better horse battery'

export const time = { now: NOW }
export const faults = createFaults(testEnv(), { time })
const app = createAuthApp({}, faults.overrides, faults.env)
let worlds = 0

/** Somebody on a network of one's own, with an account or without one. */
type Person = { readonly email: string; readonly ip: string; readonly tokens: TokenAnswer | null }

const post = (path: string, body: object, { ip }: Person, headers: Record<string, string> = {}) =>
  app.send(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'cf-connecting-ip': ip, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ projectId: PROJECT, ...body }),
  })
const asked = async <T>(response: Promise<Response>) => (await response).json<T>()
const bearer = ({ tokens }: Person) => ({ authorization: `Bearer ${tokens!.access_token}` })

async function stranger(): Promise<Person> {
  const n = ++worlds
  time.now += DAY_MS
  return { email: `ann${n}@example.com`, ip: `10.${n >> 8}.${n & 255}.1`, tokens: null }
}

async function member(): Promise<Person> {
  const person = await stranger()
  const tokens = await asked<TokenAnswer>(post('/signup', { email: person.email, password: PASSWORD }, person))
  return { ...person, tokens }
}

/** A member with a link in the mail. */
const withLink = (path: string) => async (): Promise<Person & { readonly token: string }> => {
  const person = await member()
  const { token } = await asked<{ token: string }>(
    post(`${path}/generate`, { email: person.email }, person, as.service()),
  )
  return { ...person, token }
}
type Linked = Awaited<ReturnType<ReturnType<typeof withLink>>>

const signIn = (person: Person, password: string) => post('/signin/email', { email: person.email, password }, person)
const canSignIn = async (person: Person, password: string) => (await signIn(person, password)).status === 200

/** All that is kept of a person, by number. Sessions count that are open. */
async function kept({ email }: Person) {
  const row = await testEnv()
    .DB.prepare(
      `select (select count(*) from users where email = ?1) as accounts,
         (select email_verified from users where email = ?1) as verified,
         (select is_proven from users where email = ?1) as proven,
         (select display_name from users where email = ?1) as name,
         (select count(*) from one_time_tokens where email = ?1) as links,
         (select count(*) from sessions join users on users.id = user_id
           where email = ?1 and ended_at is null) as sessions`,
    )
    .bind(email)
    .first<Record<string, unknown>>()
  return row!
}
/** The same, but for how often somebody is signed in: a sign-in whose answer is lost has a session that nobody knows. */
async function known(person: Person) {
  const { sessions, ...others } = await kept(person)
  return { ...others, isSignedIn: Number(sessions) > 0 }
}

const submit = (path: string, fields: Record<string, string>, { ip }: Person) =>
  app.send(`${path}?project_id=${PROJECT}&redirect_url=${encodeURIComponent(ORIGIN)}`, {
    method: 'POST',
    headers: { origin: ORIGIN, 'cf-connecting-ip': ip },
    body: new URLSearchParams(fields),
  })

const mailsTo = async ({ email }: Person) => (await app.mailsTo(email)).length

/** Somebody whose mail did not come asks for it, signed in: the mail is the only thing that may be missing. */
async function signedUp(person: Person) {
  const tokens = await asked<TokenAnswer>(signIn(person, PASSWORD))
  if ((await mailsTo(person)) === 0)
    await (await post('/email/verify/send', {}, person, bearer({ ...person, tokens }))).arrayBuffer()
  // Of the mail that could not be sent its link remains, beside the one that came.
  const { links, ...others }: Record<string, unknown> = await known(person)
  return { ...others, hasLink: Number(links) > 0, isAskedToConfirm: (await mailsTo(person)) > 0 }
}

export const ACCOUNT_PATHS: readonly AnyPath[] = [
  aPath<Person>({
    route: 'POST /api/auth/signup',
    what: 'making an account',
    world: stranger,
    act: (person) => post('/signup', { email: person.email, password: PASSWORD }, person),
    // Who is told that the account is there signs in to it.
    again: (person, { code }) =>
      code === 'EMAIL_ALREADY_EXISTS'
        ? signIn(person, PASSWORD)
        : post('/signup', { email: person.email, password: PASSWORD }, person),
    isDone: isStatus(200),
    effect: signedUp,
    says: ['EMAIL_ALREADY_EXISTS'],
  }),
  aPath<Person>({
    route: 'POST /auth/signup',
    what: 'making an account at the page',
    world: stranger,
    act: (person) => submit('/auth/signup', { email: person.email, password: PASSWORD }, person),
    again: (person, { status }) =>
      submit(status === 409 ? '/auth/signin' : '/auth/signup', { email: person.email, password: PASSWORD }, person),
    isDone: isStatus(303),
    effect: signedUp,
    says: ['EMAIL_ALREADY_EXISTS'],
  }),
  aPath<Person>({
    route: 'POST /api/auth/signin/email',
    what: 'signing in',
    world: member,
    act: (person) => signIn(person, PASSWORD),
    isDone: isStatus(200),
    effect: known,
  }),
  aPath<Person>({
    route: 'POST /auth/signin',
    what: 'signing in at the page',
    world: member,
    act: (person) => submit('/auth/signin', { email: person.email, password: PASSWORD }, person),
    isDone: isStatus(303),
    effect: known,
  }),
  aPath<Person>({
    route: 'POST /api/auth/refresh',
    what: 'refreshing a session',
    world: member,
    act: (person) => post('/refresh', { refresh_token: person.tokens!.refresh_token }, person),
    isDone: isStatus(200),
    // A token that is sent again goes on for seconds: then the answer was lost.
    waitMs: 2000,
    effect: async (person) => {
      const again = post('/refresh', { refresh_token: person.tokens!.refresh_token }, person)
      return { ...(await kept(person)), goesOn: (await again).status }
    },
  }),
  aPath<Person>({
    route: 'POST /api/auth/signout',
    what: 'signing out',
    world: member,
    act: (person) => post('/signout', { refresh_token: person.tokens!.refresh_token }, person),
    isDone: isStatus(200),
    effect: kept,
  }),
  aPath<Person>({
    route: 'POST /api/auth/account/signout',
    what: 'signing out everywhere',
    world: member,
    act: (person) => post('/account/signout', { password: PASSWORD }, person, bearer(person)),
    // Signed out is what was asked for.
    isDone: isStatus(200, 401),
    effect: kept,
  }),
  aPath<Person>({
    route: 'PATCH /api/auth/me',
    what: 'changing one’s name',
    world: member,
    act: (person) =>
      app.send('/api/auth/me', {
        method: 'PATCH',
        headers: { ...bearer(person), 'cf-connecting-ip': person.ip, 'content-type': 'application/json' },
        body: JSON.stringify({ displayName: 'Ann' }),
      }),
    isDone: isStatus(200),
    effect: kept,
  }),
  aPath<Person>({
    route: 'POST /api/auth/password/change',
    what: 'changing one’s password',
    world: member,
    act: (person) =>
      post('/password/change', { oldPassword: PASSWORD, newPassword: NEW_PASSWORD }, person, bearer(person)),
    isDone: isStatus(200),
    effect: async (person) => ({
      ...(await kept(person)),
      old: await canSignIn(person, PASSWORD),
      new: await canSignIn(person, NEW_PASSWORD),
    }),
  }),
  aPath<Person>({
    route: 'DELETE /api/auth/account',
    what: 'removing an account',
    world: member,
    act: (person) =>
      app.send('/api/auth/account', {
        method: 'DELETE',
        headers: { ...bearer(person), 'cf-connecting-ip': person.ip },
      }),
    // Whose account is gone is signed out.
    isDone: isStatus(200, 401),
    effect: kept,
  }),
  aPath<Person>({
    route: 'POST /api/auth/account/remove',
    what: 'removing an account at its page',
    world: member,
    act: (person) => post('/account/remove', { password: PASSWORD }, person, bearer(person)),
    isDone: isStatus(200, 401),
    effect: kept,
  }),
  ...(['/password/reset', '/signin/magic'] as const).map((path) =>
    aPath<Person>({
      route: `POST /api/auth${path}`,
      what: `asking for a mail by ${path}`,
      world: member,
      act: (person) => post(path, { email: person.email }, person),
      // Who gets no mail asks again; what is done after the answer tells of no failure.
      again: (person) => post(path, { email: person.email }, person),
      isDone: isStatus(200),
      effect: async (person) => {
        const before = await mailsTo(person)
        if (before < 2) await (await post(path, { email: person.email }, person)).arrayBuffer()
        return { hasMail: (await mailsTo(person)) > 1, hasLink: Number((await kept(person))['links']) > 1 }
      },
    }),
  ),
  ...(['/auth/forgot', '/auth/magic'] as const).map((path) =>
    aPath<Person>({
      route: `POST ${path}`,
      what: `asking for a mail at the page, by ${path}`,
      world: member,
      act: (person) => submit(path, { email: person.email }, person),
      isDone: isStatus(200),
      effect: async (person) => {
        if ((await mailsTo(person)) < 2) await (await submit(path, { email: person.email }, person)).arrayBuffer()
        return { hasMail: (await mailsTo(person)) > 1 }
      },
    }),
  ),
  aPath<Person>({
    route: 'POST /api/auth/email/verify/send',
    what: 'asking for the mail that confirms an address',
    world: member,
    act: (person) => post('/email/verify/send', {}, person, bearer(person)),
    isDone: isStatus(200),
    effect: async (person) => {
      if ((await mailsTo(person)) < 2)
        await (await post('/email/verify/send', {}, person, bearer(person))).arrayBuffer()
      return { hasMail: (await mailsTo(person)) > 1 }
    },
  }),
  ...(['/password/reset', '/signin/magic', '/email/verify'] as const).map((path) =>
    aPath<Person>({
      route: `POST /api/auth${path}/generate`,
      what: `making a link with the service key, by ${path}`,
      world: member,
      act: (person) => post(`${path}/generate`, { email: person.email }, person, as.service()),
      isDone: isStatus(200),
      effect: async (person) => Number((await kept(person))['links']) > 0,
    }),
  ),
  aPath<Linked>({
    route: 'POST /api/auth/password/reset/confirm',
    what: 'choosing a password by a mailed link',
    world: withLink('/password/reset'),
    act: (person) => post('/password/reset/confirm', { token: person.token, password: NEW_PASSWORD }, person),
    isDone: isStatus(200),
    effect: async (person) => ({
      ...(await kept(person)),
      old: await canSignIn(person, PASSWORD),
      new: await canSignIn(person, NEW_PASSWORD),
    }),
  }),
  aPath<Linked>({
    route: 'POST /auth/reset',
    what: 'choosing a password at the page',
    world: withLink('/password/reset'),
    act: (person) => submit('/auth/reset', { token: person.token, password: NEW_PASSWORD }, person),
    isDone: isStatus(200),
    effect: async (person) => ({ ...(await kept(person)), new: await canSignIn(person, NEW_PASSWORD) }),
  }),
  aPath<Linked>({
    route: 'POST /api/auth/email/verify',
    what: 'confirming an address',
    world: withLink('/email/verify'),
    act: (person) => post('/email/verify', { token: person.token, password: PASSWORD }, person),
    isDone: isStatus(200),
    effect: kept,
  }),
  aPath<Linked>({
    route: 'POST /auth/verify',
    what: 'confirming an address at the page',
    world: withLink('/email/verify'),
    act: (person) => submit('/auth/verify', { token: person.token, password: PASSWORD }, person),
    isDone: isStatus(200),
    effect: kept,
  }),
  aPath<Linked>({
    route: 'POST /auth/enter',
    what: 'signing in at the page by a mailed link',
    world: withLink('/signin/magic'),
    act: (person) => submit('/auth/enter', { token: person.token }, person),
    // A link whose session is there and unknown is used up: another one is asked for.
    again: async (person, { status }) => {
      if (status !== 400) return submit('/auth/enter', { token: person.token }, person)
      const answer = await post('/signin/magic/generate', { email: person.email }, person, as.service())
      return submit('/auth/enter', { token: (await answer.json<{ token: string }>()).token }, person)
    },
    isDone: isStatus(303),
    effect: known,
    says: ['MAGIC_LINK_EXPIRED'],
  }),
]
