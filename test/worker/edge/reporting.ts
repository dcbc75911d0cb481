import { type ReportQueue } from '#shared/contracts/reports.ts'
import { readConfig } from '#worker/config.ts'
import { createTestApp, getVisitorId, noPictures, type TestApp, type TestVisitor } from '../../support/app.ts'
import { getCardRow } from '../../support/cards.ts'
import { testEnv } from '../../support/env.ts'
import { ownedCard } from './owned-cards.ts'

export const SERVICE_KEY = readConfig(testEnv()).serviceKey
/** Creation time of a card that is not established yet: minutes before the tests' clock. */
export const YOUNG = '2026-11-21T11:50:00.000Z'
const JSON_BODY = { 'content-type': 'application/json' }
export const service = { authorization: `Bearer ${SERVICE_KEY}` }

/** The context that tests of reports share. Recreated by {@link startReporting}. */
export let app: TestApp
export let maker: TestVisitor
export const time = { now: 0 }
let networks = 0

/** Sets up a card's maker, reporters on separate networks, and the moderator. */
export function startReporting(): void {
  time.now = Date.parse('2026-11-21T12:00:00.000Z')
  app = createTestApp({ pictures: noPictures, clock: () => time.now })
  maker = app.visitor()
  networks = 0
}

export async function reporter(address = `198.51.100.${++networks}`): Promise<TestVisitor> {
  const visitor = app.visitor({ 'cf-connecting-ip': address })
  await visitor.arrive()
  return visitor
}

export const storeOwnCard = async (visibility: 'draft' | 'unlisted' | 'public' = 'public') =>
  ownedCard(getVisitorId(await maker.arrive()), { visibility, votes: 2, createdAt: YOUNG })

export const report = async (reason: string, visitor?: TestVisitor, id = 'c1', detail?: string) =>
  (visitor ?? (await reporter())).post(`/api/cards/${id}/reports`, { reason, ...(detail && { detail }) })

export const queue = async () =>
  (await (await app.send('/api/reports', { headers: service })).json<ReportQueue>()).queue

export const decideReport = (decision: string, id = 'c1') =>
  app.send(`/api/reports/${id}`, {
    method: 'POST',
    headers: { ...service, ...JSON_BODY },
    body: JSON.stringify({ decision }),
  })

export const isHidden = async (id = 'c1') => (await getCardRow(id))!['hidden_from'] !== null
