import type { FaceOval } from '#shared/domain/face-oval.ts'
import type { CropView } from '#web/photo/photo-crop.ts'

/** A row of a batch as this browser keeps it, without its photo. */
export type StoredRow = {
  id: string
  /** The code of the league. */
  code: string
  name: string
  seat: number | null
  number: string
  /** The generation, named before its form is sent. */
  job: string | null
  /** The card that was made and has no seat yet. */
  cardId: string | null
  /** It was started and has not ended. */
  isStarted: boolean
}

/** The photo of a row: prepared on this device, so without a place. */
export type StoredPhoto = {
  id: string
  blob: Blob
  widthPx: number
  heightPx: number
  faces: readonly FaceOval[]
  mainView: CropView | null
  fitted: { view: CropView; isConfirmed: boolean } | null
  /** The upload; null until the visitor has shown the face. */
  sent: { blob: Blob; face: FaceOval | null } | null
}

export type BatchStore = {
  load: (code: string) => Promise<{ rows: StoredRow[]; photos: StoredPhoto[] }>
  putRow: (row: StoredRow) => Promise<void>
  putPhoto: (photo: StoredPhoto) => Promise<void>
  /** Forgets rows with their photos. */
  remove: (ids: readonly string[]) => Promise<void>
}

const DATABASE = 'league-batch'
const VERSION = 1

/**
 * Opens the batches of this browser, in IndexedDB because they hold photos. A browser that forbids it keeps them as
 * long as the page.
 *
 * @example const { rows } = await (await openBatchStore()).load(code)
 */
export function openBatchStore(): Promise<BatchStore> {
  opened ??= openDatabase().then(createStore, () => pageStore)
  return opened
}
let opened: Promise<BatchStore> | null = null

async function openDatabase(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, VERSION)
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore('rows', { keyPath: 'id' })
    request.result.createObjectStore('photos', { keyPath: 'id' })
  })
  return toPromise(request)
}

const toPromise = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB has failed.')))
  })

function createStore(database: IDBDatabase): BatchStore {
  const open = (name: 'rows' | 'photos', mode: IDBTransactionMode) =>
    database.transaction(name, mode, { durability: 'strict' }).objectStore(name)
  return {
    async load(code) {
      const all = await toPromise<StoredRow[]>(open('rows', 'readonly').getAll())
      const rows = all.filter((row) => row.code === code)
      const found = rows.map(({ id }) => toPromise<StoredPhoto | undefined>(open('photos', 'readonly').get(id)))
      return { rows, photos: (await Promise.all(found)).filter((photo) => photo !== undefined) }
    },
    async putRow(row) {
      await toPromise(open('rows', 'readwrite').put(row))
    },
    async putPhoto(photo) {
      await toPromise(open('photos', 'readwrite').put(photo))
    },
    async remove(ids) {
      const removed = ids.flatMap((id) => [
        open('rows', 'readwrite').delete(id),
        open('photos', 'readwrite').delete(id),
      ])
      await Promise.all(removed.map((request) => toPromise(request)))
    },
  }
}

const rowsOfPage = new Map<string, StoredRow>()
const photosOfPage = new Map<string, StoredPhoto>()

const pageStore: BatchStore = {
  async load(code) {
    const rows = [...rowsOfPage.values()].filter((row) => row.code === code)
    return { rows, photos: rows.flatMap(({ id }) => photosOfPage.get(id) ?? []) }
  },
  putRow: async (row) => void rowsOfPage.set(row.id, row),
  putPhoto: async (photo) => void photosOfPage.set(photo.id, photo),
  async remove(ids) {
    for (const id of ids) {
      rowsOfPage.delete(id)
      photosOfPage.delete(id)
    }
  },
}
