import type { Clock } from '#worker/env.ts'
import { runInSequence, type Piece, type Task } from '#worker/operate/tasks.ts'

/** The part of file storage that a sweep uses. */
export type SweptFiles = {
  list(prefix: string): AsyncIterable<readonly StoredObject[]>
  /** Returns one page of the files below a folder. @param after the last path of the previous page */
  pageAfter(prefix: string, after: string | null): Promise<{ files: readonly StoredObject[]; last: string | null }>
  remove(paths: readonly string[]): Promise<void>
  getExpiry(file: StoredObject): number
}
type StoredObject = Pick<R2Object, 'key' | 'uploaded' | 'customMetadata'>

const PHOTOS = 'player-photos/'
const UPLOADS = 'tmp/'
const SCREENSHOTS = 'screenshots/'

type Sweep = { storage: SweptFiles; clock: Clock }

/** Removes expired photos, regardless of the state of their generation. */
export const sweepPhotos = (deps: Sweep): Task => removeExpired(PHOTOS, deps)

/** Removes uploads whose connection broke before cleanup could run, and old screenshots. */
export const sweepUploads = (deps: Sweep): Task =>
  runInSequence([removeExpired(UPLOADS, deps), removeExpired(SCREENSHOTS, deps)])

const removeExpired =
  (folder: string, { storage, clock }: Sweep): Task =>
  async (resume): Promise<Piece> => {
    const { files, last } = await storage.pageAfter(folder, resume)
    const expired = files.filter((file) => storage.getExpiry(file) <= clock()).map(({ key }) => key)
    await storage.remove(expired)
    return { items: expired.length, resume: last }
  }

/** Removes every file below a folder. */
export async function removeBelow(storage: Pick<SweptFiles, 'list' | 'remove'>, folder: string): Promise<void> {
  for await (const page of storage.list(folder)) await storage.remove(page.map(({ key }) => key))
}
