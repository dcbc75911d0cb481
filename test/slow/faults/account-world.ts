import { DAY_MS } from '#shared/time.ts'
import { createAuthApp, NOW, ORIGIN, PASSWORD, PROJECT, type TokenAnswer } from '../../support/auth.ts'
import { as } from '../../support/backend.ts'
import { testEnv } from '../../support/env.ts'
import { createFaults } from '../../support/faults/index.ts'

export const NEW_PASSWORD = 'a better horse battery'

export const time = { now: NOW }
export const faults = createFaults(testEnv(), { time })
export const app = createAuthApp({}, faults.overrides, faults.env)
let worlds = 0

/** Somebody on a network of one's own, with an account or without one. */
export type Person = { readonly email: string; readonly ip: string; readonly tokens: TokenAnswer | null }

export const post = (path: string, body: object, { ip }: Person, headers: Record<string, string> = {}) =>
  app.send(`/api/auth${path}`, {
    method: 'POST',
    headers: { 'cf-connecting-ip': ip, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ projectId: PROJECT, ...body }),
  })
export const asked = async <T>(response: Promise<Response>) => (await response).json<T>()
export const bearer = ({ tokens }: Person) => ({ authorization: `Bearer ${tokens!.access_token}` })

export async function stranger(): Promise<Person> {
  const n = ++worlds
  time.now += DAY_MS
  return { email: `ann${n}@example.com`, ip: `10.${n >> 8}.${n & 255}.1`, tokens: null }
}

export async function member(): Promise<Person> {
  const person = await stranger()
  const tokens = await asked<TokenAnswer>(post('/signup', { email: person.email, password: PASSWORD }, person))
  return { ...person, tokens }
}

/** A member with a link in the mail. */
export const withLink = (path: string) => async (): Promise<Person & { readonly token: string }> => {
  const person = await member()
  const { token } = await asked<{ token: string }>(
    post(`${path}/generate`, { email: person.email }, person, as.service()),
  )
  return { ...person, token }
}
export type Linked = Awaited<ReturnType<ReturnType<typeof withLink>>>

export const signIn = (person: Person, password: string) =>
  post('/signin/email', { email: person.email, password }, person)
export const canSignIn = async (person: Person, password: string) => (await signIn(person, password)).status === 200

/** All that is kept of a person, by number. Sessions count that are open. */
export async function kept({ email }: Person) {
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
export async function known(person: Person) {
  const { sessions, ...others } = await kept(person)
  return { ...others, isSignedIn: Number(sessions) > 0 }
}

export const submit = (path: string, fields: Record<string, string>, { ip }: Person) =>
  app.send(`${path}?project_id=${PROJECT}&redirect_url=${encodeURIComponent(ORIGIN)}`, {
    method: 'POST',
    headers: { origin: ORIGIN, 'cf-connecting-ip': ip },
    body: new URLSearchParams(fields),
  })

export const mailsTo = async ({ email }: Person) => (await app.mailsTo(email)).length
