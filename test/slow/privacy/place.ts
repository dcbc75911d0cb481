import { vi } from 'vitest'
import { readConfig } from '#worker/config.ts'
import { createTestApp, getVisitorId, noPictures, type TestVisitor } from '../../support/app.ts'
import { quickKey } from '../../support/auth.ts'
import { testEnv } from '../../support/env.ts'
import { ownedCard, type Visibility } from '../../worker/edge/owned-cards.ts'

export const MINUTE = 60_000
export const DAY = 86_400_000
export const START = Date.parse('2026-11-21T12:00:00.000Z')

/** Verifies a privacy promise by doing what it describes and searching every store for the data. */
export type Proof = () => Promise<void>

/** Creates the whole site with a manual clock. */
export function createPlace() {
  const time = { now: START }
  const app = createTestApp({ clock: () => time.now, pictures: noPictures, deriveKey: quickKey })
  return {
    app,
    time,
    sweep: () => app.services.sweep(),
    async person(): Promise<TestVisitor> {
      const visitor = app.visitor()
      await visitor.arrive()
      return visitor
    },
    /** Creates the card `c1` and returns its maker. */
    async maker(visibility: Visibility): Promise<{ maker: TestVisitor; id: string; imageUrl: string }> {
      const maker = app.visitor()
      const id = getVisitorId(await maker.arrive())
      const at = new Date(time.now).toISOString()
      const imageUrl = await ownedCard(id, { visibility, createdAt: at, draftedAt: at })
      return { maker, id, imageUrl }
    },
  }
}

/** Returns the rows of every table by name, as JSON. */
export async function readAllRows(): Promise<Record<string, string>> {
  const { DB } = testEnv()
  const { results } = await DB.prepare(
    "select name from sqlite_master where type = 'table' and name not like '\\_%' escape '\\' and name not like 'sqlite%' and name != 'd1_migrations'",
  ).all<{ name: string }>()
  const rows = await DB.batch(results.map(({ name }) => DB.prepare(`select * from ${name}`)))
  return Object.fromEntries(results.map(({ name }, i) => [name, JSON.stringify(rows[i]!.results)]))
}

/** Returns the tables that contain a text. */
export const findTablesContaining = async (text: string): Promise<string[]> =>
  Object.entries(await readAllRows())
    .filter(([, rows]) => rows.includes(text))
    .map(([name]) => name)

export const listFiles = async (): Promise<string[]> => (await testEnv().FILES.list()).objects.map(({ key }) => key)

/** Returns everything stored anywhere. */
export async function everythingStored() {
  const { GATE } = testEnv() as unknown as { GATE: KVNamespace }
  return { rows: await readAllRows(), files: await listFiles(), gate: (await GATE.list()).keys.map(({ name }) => name) }
}

export const serviceKey = () => ({ authorization: `Bearer ${readConfig(testEnv()).serviceKey}` })

/** The public key, as used by every page. */
export function publicKey(): Record<string, string> {
  const key = readConfig(testEnv()).publicKey
  return { apikey: key, authorization: `Bearer ${key}` }
}

/** Returns the log lines and the URLs of all `fetch` calls during `run`. */
export async function recordTraffic(run: () => Promise<void>): Promise<{ log: string; requests: string[] }> {
  const logged: unknown[] = []
  const spies = (['log', 'info', 'debug'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((...words) => void logged.push(words)),
  )
  const fetched = vi.spyOn(globalThis, 'fetch')
  try {
    await run()
    return { log: JSON.stringify(logged), requests: fetched.mock.calls.map(([to]) => new Request(to as string).url) }
  } finally {
    for (const spy of [...spies, fetched]) spy.mockRestore()
  }
}
