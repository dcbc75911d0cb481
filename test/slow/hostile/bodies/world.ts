import { seedCard, type SeedCard } from '../../../support/cards.ts'
import { testEnv } from '../../../support/env.ts'
import { as, PROJECT } from '../../../support/backend.ts'
import { settingsOf, createStandIns } from '../../../support/ai-stand-ins.ts'
import { idOf, ORIGIN, type TestVisitor } from '../../../support/app.ts'
import { PASSWORD, quickKey, type TokenAnswer } from '../../../support/auth.ts'
import { createIdentityService } from '../../../support/identity-service.ts'
import { networkOf } from '../../../support/hostile-requests.ts'
import { createOutside, page } from '../../../worker/data/outside.ts'
import { createDrivenApp } from '../../../worker/edge/driven.ts'

const BOSS = 'boss@example.com'
const AI_HOST = /\.stand-in$/

/** The whole Worker with everything that a call may need, and subjects for the calls: people, cards, links, an admin. */
export async function createWorld() {
  const ai = createStandIns()
  const find = () => Response.json({ results: [] })
  const { overrides } = createOutside({
    'https://page.example/': () => page('<title>Cards</title><p>All of them</p>'),
    'https://find.example/search': find,
  })
  const fetchAll: typeof fetch = (input, init) =>
    AI_HOST.test(new URL(new Request(input).url).hostname) ? ai.fetch(input, init) : overrides.fetch(input, init)
  const driven = createDrivenApp({
    vars: {
      ...settingsOf('openai-compatible'),
      SEARCH_PROVIDER: 'searxng',
      SEARCH_URL: 'https://find.example/',
      ADMIN_EMAILS: BOSS,
      GOOGLE_CLIENT_ID: 'google-client',
      GOOGLE_CLIENT_SECRET: 's',
      LIMITS: 'relaxed',
    },
    overrides: { fetch: fetchAll, resolveHost: overrides.resolveHost, deriveKey: quickKey },
  })
  const { send } = driven.app
  const identity = await createIdentityService(() => driven.time.now)
  identity.willSay({ claims: { email: 'google@example.com', email_verified: true } })
  let last = 0

  /** JSON to a call that has to succeed. */
  async function ask<T>(path: string, body: object, headers: Record<string, string> = {}): Promise<T> {
    const answer = await send(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...networkOf(++last), ...headers },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}: ${await answer.text()}`)
    return answer.json<T>()
  }

  async function person() {
    const email = `person-${++last}@example.com`
    const tokens = await ask<TokenAnswer>('/api/auth/signup', { projectId: PROJECT, email, password: PASSWORD })
    return { email, ...tokens, headers: { authorization: `Bearer ${tokens.access_token}` } }
  }

  return {
    driven,
    identity,
    send,
    ask,
    person,
    newId: () => `subject-${++last}`,
    visitor: (): Promise<TestVisitor> => driven.visitor(networkOf(++last)),
    /** A card of a new visitor, without stored pictures. @returns its id and the cookie of its maker */
    async card(visibility: NonNullable<SeedCard['visibility']>) {
      const cookie = await (await driven.visitor(networkOf(++last))).arrive()
      const id = `subject-${++last}`
      const imageUrl = await seedCard({ id, visibility, owner: idOf(cookie) })
      return { id, imageUrl, headers: { cookie } }
    },
    /** A link's token, as the service is told it. */
    async token(kind: 'password/reset' | 'email/verify' | 'signin/magic', email: string): Promise<string> {
      const asked = { projectId: PROJECT, email }
      return (await ask<{ token: string }>(`/api/auth/${kind}/generate`, asked, as.service())).token
    },
    /** The token of a link that is mailed to the admin. */
    async adminLink(): Promise<string> {
      await send('/admin/link', { method: 'POST', body: form({ email: BOSS }), headers: { origin: ORIGIN } })
      const row = await testEnv()
        .DB.prepare('select body from outbox where recipient = ? order by created_at desc, rowid desc limit 1')
        .bind(BOSS)
        .first<{ body: string }>()
      return new URL(/https:\/\/\S+/.exec(row!.body)![0]).searchParams.get('token')!
    },
    /** An admin's session: its cookie, and what its forms carry. */
    async admin() {
      const body = form({ token: await this.adminLink() })
      const entered = await send('/admin/enter', { method: 'POST', body, headers: { origin: ORIGIN } })
      const cookie = entered.headers
        .getSetCookie()
        .find((line) => line.startsWith('__Host-admin='))!
        .split(';')[0]!
      const { id } = await this.card('public')
      await ask(`/api/cards/${id}/reports`, { reason: 'hate' })
      const html = await (await send('/admin', { headers: { cookie } })).text()
      return { card: id, form: /name="form" value="(\w+)"/.exec(html)![1]!, headers: { cookie, origin: ORIGIN } }
    },
  }
}

export type World = Awaited<ReturnType<typeof createWorld>>

const form = (fields: Record<string, string>) => new URLSearchParams(fields)
