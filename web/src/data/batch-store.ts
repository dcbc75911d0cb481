import { useEffect, useState } from 'react'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import type { CropView } from '#web/photo/photo-crop.ts'

/** A stored row of a batch, without its photo. */
export type StoredRow = {
  id: string
  /** The league's code. */
  code: string
  name: string
  seat: number | null
  number: string
  /** The generation's id, chosen before the form is sent. */
  job: string | null
  /** A finished card without a seat. */
  cardId: string | null
  /** True from the start of the row until it ends. */
  isStarted: boolean
}

/** A row's photo. Preparing it on this device removed its location metadata. */
export type StoredPhoto = {
  id: string
  blob: Blob
  widthPx: number
  heightPx: number
  faces: readonly FaceOval[]
  mainView: CropView | null
  fitted: { view: CropView; isConfirmed: boolean } | null
  /** The piece to upload. Null until there is a crop. */
  sent: { blob: Blob; face: FaceOval | null } | null
}

export type BatchStore = {
  load: (code: string) => Promise<{ rows: StoredRow[]; photos: StoredPhoto[] }>
  putRow: (row: StoredRow) => Promise<void>
  putPhoto: (photo: StoredPhoto) => Promise<void>
  /** Deletes rows and their photos. */
  remove: (ids: readonly string[]) => Promise<void>
}

/** Returns the number of a league's photos that wait in this browser, or 0 while they load. */
export function useWaitingPhotos(code: string): number {
  const [count, setCount] = useState(0)
  useEffect(() => {
    let isCurrent = true
    void openBatchStore()
      .then((store) => store.load(code))
      .then(
        ({ rows }) => isCurrent && setCount(rows.length),
        () => {},
      )
    return () => void (isCurrent = false)
  }, [code])
  return count
}

const DATABASE = 'league-batch'
const VERSION = 1

/**
 * Opens the store of this browser's batches. It uses IndexedDB, because batches contain photos. Without IndexedDB, falls
 * back to memory.
 *
 * @example const { rows } = await (await openBatchStore()).load(code)
 */
export function openBatchStore(): Promise<BatchStore> {
  opened ??= openDatabase().then(createStore, () => pageStore)
  return opened
}
let opened: Promise<BatchStore> | null = null

/**
 * Locks a league's batch for this tab until the signal aborts. Without the lock, two tabs would send the same photos.
 * Resolves at once in browsers without the Web Locks API.
 *
 * @param onBlocked called once if another tab holds the lock; the lock follows when that tab closes
 * @see https://developer.mozilla.org/docs/Web/API/Web_Locks_API
 * @example await lockBatch(code, controller.signal, () => setIsBlocked(true))
 */
export async function lockBatch(code: string, signal: AbortSignal, onBlocked: () => void): Promise<void> {
  const { locks }: { locks?: LockManager | null } = navigator
  if (!locks) return
  const name = `league-batch-${code}`
  const isFree = await takeLock(locks, name, { ifAvailable: true }, signal)
  if (isFree || signal.aborted) return
  onBlocked()
  await takeLock(locks, name, { signal }, signal)
}

/** Resolves to whether the lock was acquired. Releases it when the signal aborts. */
const takeLock = (locks: LockManager, name: string, options: LockOptions, end: AbortSignal): Promise<boolean> =>
  new Promise((resolve) => {
    const hold = async (lock: Lock | null) => {
      resolve(lock !== null)
      if (lock !== null && !end.aborted) await new Promise((ended) => end.addEventListener('abort', ended))
    }
    // Continues without a lock in browsers that forbid locks. An aborted wait means that the visitor left the page.
    locks.request(name, options, hold).catch(() => resolve(true))
  })

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
