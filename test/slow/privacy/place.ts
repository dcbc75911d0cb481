import { vi } from 'vitest'
import { readConfig } from '#worker/config.ts'
import { createTestApp, idOf, noPictures, type TestVisitor } from '../../support/app.ts'
import { quickKey } from '../../support/auth.ts'
import { testEnv } from '../../support/env.ts'
import { ownedCard, type Visibility } from '../../worker/edge/owned-cards.ts'

export const MINUTE = 60_000
export const DAY = 86_400_000
export const START = Date.parse('2026-11-21T12:00:00.000Z')

/** How a promise is proved: by doing what it speaks of, and looking wherever the data would be. */
export type Proof = () => Promise<void>

/** The whole site, with a manual clock and a visitor with a card. */
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
    /** A card `c1`, and its maker. */
    async maker(visibility: Visibility): Promise<{ maker: TestVisitor; id: string; imageUrl: string }> {
      const maker = app.visitor()
      const id = idOf(await maker.arrive())
      const at = new Date(time.now).toISOString()
      const imageUrl = await ownedCard(id, { visibility, createdAt: at, draftedAt: at })
      return { maker, id, imageUrl }
    },
  }
}

/** Rows of every table by name, as JSON. */
export async function everyRow(): Promise<Record<string, string>> {
  const { DB } = testEnv()
  const { results } = await DB.prepare(
    "select name from sqlite_master where type = 'table' and name not like '\\_%' escape '\\' and name not like 'sqlite%' and name != 'd1_migrations'",
  ).all<{ name: string }>()
  const rows = await DB.batch(results.map(({ name }) => DB.prepare(`select * from ${name}`)))
  return Object.fromEntries(results.map(({ name }, i) => [name, JSON.stringify(rows[i]!.results)]))
}

/** The tables that still name something. */
export const tablesNaming = async (text: string): Promise<string[]> =>
  Object.entries(await everyRow())
    .filter(([, rows]) => rows.includes(text))
    .map(([name]) => name)

export const everyFile = async (): Promise<string[]> => (await testEnv().FILES.list()).objects.map(({ key }) => key)

/** Everything that is stored anywhere. */
export async function everythingStored() {
  const { GATE } = testEnv() as unknown as { GATE: KVNamespace }
  return { rows: await everyRow(), files: await everyFile(), gate: (await GATE.list()).keys.map(({ name }) => name) }
}

export const serviceKey = () => ({ authorization: `Bearer ${readConfig(testEnv()).serviceKey}` })

/** The public key, as every page has it. */
export function publicKey(): Record<string, string> {
  const key = readConfig(testEnv()).publicKey
  return { apikey: key, authorization: `Bearer ${key}` }
}

/** The log lines and requests to other hosts while something was done. */
export async function overheard(act: () => Promise<void>): Promise<{ log: string; asked: string[] }> {
  const said: unknown[] = []
  const spies = (['log', 'info', 'debug'] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation((...words) => void said.push(words)),
  )
  const fetched = vi.spyOn(globalThis, 'fetch')
  try {
    await act()
    return { log: JSON.stringify(said), asked: fetched.mock.calls.map(([to]) => new Request(to as string).url) }
  } finally {
    for (const spy of [...spies, fetched]) spy.mockRestore()
  }
}
