import { type ReportQueue } from '#shared/contracts/reports.ts'
import { readConfig } from '#worker/config.ts'
import { createTestApp, idOf, noPictures, type TestVisitor } from '../../support/app.ts'
import { rowOf } from '../../support/cards.ts'
import { testEnv } from '../../support/env.ts'
import { ownedCard } from './owned-cards.ts'

export const SERVICE_KEY = readConfig(testEnv()).serviceKey
export const service = { authorization: `Bearer ${SERVICE_KEY}` }

/** A card's maker, people on networks of their own who report it, and whoever decides. */
export function createReporting() {
  const time = { now: Date.parse('2026-11-21T12:00:00.000Z') }
  const app = createTestApp({ pictures: noPictures, clock: () => time.now })
  const maker = app.visitor()
  let networks = 0

  async function reporter(address = `198.51.100.${++networks}`): Promise<TestVisitor> {
    const visitor = app.visitor({ 'cf-connecting-ip': address })
    await visitor.arrive()
    return visitor
  }
  return {
    app,
    time,
    maker,
    reporter,
    own: async (visibility: 'draft' | 'unlisted' | 'public' = 'public') =>
      ownedCard(idOf(await maker.arrive()), { visibility, votes: 2 }),
    report: async (reason: string, who?: TestVisitor, id = 'c1', detail?: string) =>
      (who ?? (await reporter())).post(`/api/cards/${id}/reports`, { reason, ...(detail && { detail }) }),
    queue: async () => (await (await app.send('/api/reports', { headers: service })).json<ReportQueue>()).queue,
    decide: (decision: string, id = 'c1') =>
      app.send(`/api/reports/${id}`, { method: 'POST', headers: service, body: JSON.stringify({ decision }) }),
  }
}

export type Reporting = ReturnType<typeof createReporting>

export const isHidden = async (id = 'c1') => (await rowOf(id))!['hidden_from'] !== null
