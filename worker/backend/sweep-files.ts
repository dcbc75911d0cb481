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

/** Everything below a folder. */
export async function removeBelow(storage: Pick<SweptFiles, 'list' | 'remove'>, folder: string): Promise<void> {
  for await (const page of storage.list(folder)) await storage.remove(page.map(({ key }) => key))
}
