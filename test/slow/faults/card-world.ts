import { DAY_MS } from '#shared/time.ts'
import type { MailSender } from '#worker/env.ts'
import { createTestApp, idOf, noPictures, ORIGIN, type TestVisitor } from '../../support/app.ts'
import { PASSWORD, quickKey, type TokenAnswer } from '../../support/auth.ts'
import { PROJECT } from '../../support/backend.ts'
import { testEnv } from '../../support/env.ts'
import { createFaults } from '../../support/faults/index.ts'
import { ownedCard, type Visibility } from '../../worker/edge/owned-cards.ts'

export const BOSS = 'boss@example.com'

export const time = { now: Date.UTC(2026, 10, 21, 12) }
/** The mails that were handed over, whatever became of them. */
export const handedOver: { readonly subject: string; readonly text: string }[] = []
const MAIL: MailSender = { send: async () => ({ messageId: 'm' }) }
export const faults = createFaults({ ...testEnv(), MAIL }, { time })
const env = {
  ...faults.env,
  MAIL: {
    send: (mail) => {
      handedOver.push({ subject: mail.subject, text: mail.text ?? '' })
      return faults.env.MAIL!.send(mail)
    },
  } satisfies MailSender,
  APP_ENV: 'production',
  PUBLIC_URL: ORIGIN,
  MAIL_FROM: 'cards@example.com',
  ADMIN_EMAILS: BOSS,
}
export const app = createTestApp({ ...faults.overrides, pictures: noPictures, deriveKey: quickKey }, env)
let worlds = 0

/** A card with its maker and a reader, each on a network of their own: nothing is left of other runs. */
export async function createWorld(visibility: Visibility) {
  const n = ++worlds
  const visitorAt = async (last: number) => {
    const visitor = app.visitor({ 'cf-connecting-ip': `10.${n >> 8}.${n & 255}.${last}` })
    return { visitor, id: idOf(await visitor.arrive()) }
  }
  const [maker, reader] = [await visitorAt(1), await visitorAt(2)]
  const card = `card-${n}`
  const at = new Date(time.now - 2 * DAY_MS).toISOString()
  const imageUrl = await ownedCard(maker.id, { id: card, visibility, createdAt: at, draftedAt: at })
  return { n, card, imageUrl, maker: maker.visitor, reader: reader.visitor }
}
export type World = Awaited<ReturnType<typeof createWorld>>

export const one = async (sql: string, ...values: unknown[]) =>
  (await testEnv()
    .DB.prepare(sql)
    .bind(...values)
    .first<Record<string, unknown>>())!

export const asJson = (visitor: TestVisitor, method: string, path: string, body?: unknown) =>
  visitor.send(path, {
    method,
    headers: { 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
export const submit = (visitor: TestVisitor, path: string, fields: Record<string, string>) =>
  visitor.send(path, { method: 'POST', headers: { origin: ORIGIN }, body: new URLSearchParams(fields) })
/** The key of one press. */
export const keyed = ({ n }: World, headers: Record<string, string> = {}) => ({
  ...headers,
  'idempotency-key': `press-${n}`,
})
/** Gives the maker an account. @returns an access token of it */
export async function signUp({ n, maker }: World): Promise<string> {
  const account = { email: `maker${n}@example.com`, password: PASSWORD, projectId: PROJECT }
  return (await (await maker.post('/api/auth/signup', account)).json<TokenAnswer>()).access_token
}
