import type { Clock } from '#worker/env.ts'

/** What of the file storage a sweep uses. */
export type SweptFiles = {
  list(prefix: string): AsyncIterable<readonly StoredObject[]>
  remove(paths: readonly string[]): Promise<void>
  expiryOf(file: StoredObject): number
}
type StoredObject = Pick<R2Object, 'key' | 'uploaded' | 'customMetadata'>

const PHOTOS = 'player-photos/'
const UPLOADS = 'tmp/'
const SCREENSHOTS = 'screenshots/'
const ART = 'ai/'
const DAY_MS = 86_400_000
/** A sweep looks at one of sixteen shares of all art: its ids are random, so their first digit divides them evenly. */
const SHARES = 16
const SHARE_MS = 5 * 60_000

type Sweep = { storage: SweptFiles; clock: Clock }

/** Photos past their time, whatever became of their generation. */
export const sweepPhotos = (deps: Sweep): Promise<number> => sweepExpired(PHOTOS, deps)

/** Uploads that never ended, their sender and we being cut off before we could clear up, and old pictures of pages. */
export const sweepUploads = async (deps: Sweep): Promise<number> =>
  (await sweepExpired(UPLOADS, deps)) + (await sweepExpired(SCREENSHOTS, deps))

async function sweepExpired(folder: string, { storage, clock }: Sweep): Promise<number> {
  let swept = 0
  for await (const page of storage.list(folder)) {
    const over = page.filter((file) => storage.expiryOf(file) <= clock()).map(({ key }) => key)
    await storage.remove(over)
    swept += over.length
  }
  return swept
}

/** Art older than a day that no card names: its generation failed, was cancelled or never came from our edge. */
export async function sweepArt({
  db,
  storage,
  clock,
}: {
  db: D1Database
  storage: SweptFiles
  clock: Clock
}): Promise<number> {
  const share = (Math.floor(clock() / SHARE_MS) % SHARES).toString(16)
  const named = db.prepare(
    'select art_path from fantasy_football_cards where art_path in (select value from json_each(?1))',
  )
  let swept = 0
  for await (const page of storage.list(ART + share)) {
    const old = page.filter((file) => file.uploaded.getTime() <= clock() - DAY_MS).map(({ key }) => key)
    if (old.length === 0) continue
    const { results } = await named.bind(JSON.stringify(old)).all<{ art_path: string }>()
    const kept = new Set(results.map((row) => row.art_path))
    const orphans = old.filter((key) => !kept.has(key))
    await storage.remove(orphans)
    swept += orphans.length
  }
  return swept
}
