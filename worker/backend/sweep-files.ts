import type { Clock } from '#worker/env.ts'
import { inTurn, type Piece, type Task } from '#worker/operate/tasks.ts'

/** The part of the file storage that a sweep uses. */
export type SweptFiles = {
  list(prefix: string): AsyncIterable<readonly StoredObject[]>
  /** One page of what lies below a folder. @param after the last path of the page before */
  pageAfter(prefix: string, after: string | null): Promise<{ files: readonly StoredObject[]; last: string | null }>
  remove(paths: readonly string[]): Promise<void>
  getExpiry(file: StoredObject): number
}
type StoredObject = Pick<R2Object, 'key' | 'uploaded' | 'customMetadata'>

const PHOTOS = 'player-photos/'
const UPLOADS = 'tmp/'
const SCREENSHOTS = 'screenshots/'

type Sweep = { storage: SweptFiles; clock: Clock }

/** Photos past their time, whatever became of their generation. */
export const sweepPhotos = (deps: Sweep): Task => expired(PHOTOS, deps)

/** Uploads that never ended, their sender and we being cut off before we could clear up, and old pictures of pages. */
export const sweepUploads = (deps: Sweep): Task => inTurn([expired(UPLOADS, deps), expired(SCREENSHOTS, deps)])

const expired =
  (folder: string, { storage, clock }: Sweep): Task =>
  async (resume): Promise<Piece> => {
    const { files, last } = await storage.pageAfter(folder, resume)
    const over = files.filter((file) => storage.getExpiry(file) <= clock()).map(({ key }) => key)
    await storage.remove(over)
    return { items: over.length, resume: last }
  }

/** Everything below a folder. */
export async function removeBelow(storage: Pick<SweptFiles, 'list' | 'remove'>, folder: string): Promise<void> {
  for await (const page of storage.list(folder)) await storage.remove(page.map(({ key }) => key))
}
