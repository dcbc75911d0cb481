import { useEffect, useRef, useState } from 'react'
import { randomId } from '#shared/client/random-id.ts'
import { isFaceQuestion } from '#shared/contracts/generation-states.ts'
import type { League } from '#shared/contracts/league.ts'
import { type BatchStore, lockBatch, openBatchStore, type StoredPhoto } from '#web/data/batch-store.ts'
import { getGenerationToken, useGenerationCalls } from '#web/data/generations.ts'
import { useLeagueCalls } from '#web/data/leagues.ts'
import { getMessage } from '#web/lib/failure.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import type { CropView, toPiece } from '#web/photo/photo-crop.ts'
import { loadCropTools, searchMainFace } from '#web/photo/photo-tools.ts'
import { type BatchPhoto, countRoom, findSeat, getPause, isOpen, isStarted, listOpenSeats } from './batch-rows.ts'
import { pickStarts, type Row, toRefusal } from './batch-rows.ts'
import { EndedGeneration, runRow } from './run-row.ts'

const NUMBERS = 100
/** Timers overflow above 24 days, so a long pause is checked every ten minutes. */
const LONGEST_PAUSE_MS = 600_000

type Piece = ReturnType<typeof toPiece>

/** Manages the photos of a batch, which this browser stores until each card has its seat. */
export function useBatch(code: string, league: League) {
  const platform = usePlatform()
  const { api, now, preparePhoto, faces } = platform
  const { create } = useGenerationCalls()
  const { fill } = useLeagueCalls(code)
  const [rows, setRows] = useState<readonly Row[]>([])
  const [isLoaded, setIsLoaded] = useState(false)
  const [isBlocked, setIsBlocked] = useState(false)
  const [, setTick] = useState(0)
  const latest = useRef(rows)
  const store = useRef<BatchStore | null>(null)
  const life = useRef(new AbortController())
  const preparing = useRef(Promise.resolve())
  const open = listOpenSeats(league)

  function setAll(next: readonly Row[]) {
    latest.current = next
    if (!life.current.signal.aborted) setRows(next)
  }
  const find = (id: string) => latest.current.find((row) => row.id === id)

  /** Changes a row and stores it. A finished row is removed from the store together with its photo. */
  function change(id: string, part: Partial<Row>) {
    setAll(latest.current.map((row) => (row.id === id ? { ...row, ...part } : row)))
    const row = find(id)
    if (row === undefined || store.current === null || row.status.name === 'unreadable') return
    if (row.status.name === 'done') return void store.current.remove([id]).catch(() => {})
    const { name, seat, number, job, cardId } = row
    const stored = { id, code, name, seat, number, job, cardId, isStarted: isStarted(row) }
    // If the storage is full, a reload loses the row but never the card.
    void store.current.putRow(stored).catch(() => {})
  }

  function setPhoto(id: string, photo: BatchPhoto) {
    change(id, { photo })
    const { blob, widthPx, heightPx, faces: found, mainView, fitted, sent } = photo
    void store.current?.putPhoto({ id, blob, widthPx, heightPx, faces: found, mainView, fitted, sent }).catch(() => {})
  }

  useEffect(() => {
    const controller = new AbortController()
    life.current = controller
    void openBatchStore().then(async (opened) => {
      await lockBatch(code, controller.signal, () => setIsBlocked(true))
      if (controller.signal.aborted) return
      setIsBlocked(false)
      store.current = opened
      const stored = await opened.load(code).catch(() => ({ rows: [], photos: [] }))
      if (controller.signal.aborted) return
      const photos = new Map(stored.photos.map((photo) => [photo.id, photo]))
      const restored = stored.rows.flatMap((row): Row[] => {
        const photo = photos.get(row.id)
        if (photo === undefined && row.cardId === null) return []
        return [{ ...row, photo: photo ? restore(photo) : null, status: { name: row.isStarted ? 'queued' : 'ready' } }]
      })
      const bySeat = restored.toSorted((one, other) => (one.seat ?? 0) - (other.seat ?? 0))
      setAll([...bySeat, ...latest.current])
      setIsLoaded(true)
    })
    return () => controller.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps, react/exhaustive-effect-dependencies -- reads a batch once; another league remounts the page
  }, [code])

  const restore = (photo: StoredPhoto): BatchPhoto => ({
    ...photo,
    // A reload loses the original file, so a later crop uses the prepared photo.
    cut: async (piece) => (await preparePhoto(new File([photo.blob], 'photo.jpg', { type: 'image/jpeg' }))).cut(piece),
  })

  // Starts rows as slots become free, and resumes after a rate limit.
  const pause = getPause(rows, now())
  useEffect(() => {
    if (!isLoaded) return
    for (const row of pickStarts(latest.current, now())) void run(row)
    if (pause === null) return
    const timer = setTimeout(() => setTick((tick) => tick + 1), Math.min(LONGEST_PAUSE_MS, pause - now()))
    return () => clearTimeout(timer)
  })

  async function run(row: Row) {
    const { signal } = life.current
    change(row.id, { status: { name: row.cardId === null ? 'sending' : 'seating' } })
    const calls = {
      create: (fields: Parameters<typeof api.generations.create>[0], photo: Blob) =>
        create.mutateAsync({ fields, photo }),
      get: (id: string) => api.generations.get(id, getGenerationToken(platform, id)),
      takeSeat: fill.mutateAsync,
    }
    try {
      await runRow(row, { code, team: league.team, calls, signal }, (part) => change(row.id, part))
    } catch (thrown) {
      // The visitor left the page. The row stays stored as started, and the next visit resumes it.
      if (signal.aborted) return
      if (!(thrown instanceof EndedGeneration)) return change(row.id, { status: toRefusal(thrown, now()) })
      const photo = find(row.id)?.photo
      const isQuestion = isFaceQuestion(thrown.code)
      // Requires a new crop, because resending the same photo would get the same question.
      if (photo && isQuestion) setPhoto(row.id, { ...photo, sent: null })
      change(row.id, { job: null, status: isQuestion ? { name: 'ready' } : toRefusal(thrown, now()) })
    }
  }

  function add(file: File) {
    const seat = findSeat(latest.current, open)
    if (countRoom(latest.current, open) === 0) return
    const id = randomId()
    const number = String(Math.floor(Math.random() * NUMBERS))
    const name = (seat === null ? null : open.get(seat)) ?? ''
    const status = { name: 'preparing' } as const
    setAll([...latest.current, { id, name, seat, number, job: null, cardId: null, photo: null, status }])
    // Sequential, because phones decode many photos at once slowly or fail.
    preparing.current = preparing.current.then(() => prepare(id, file))
  }

  /** Prepares a photo as the generator does. It crops one clear face; otherwise the visitor must adjust the photo. */
  async function prepare(id: string, file: File) {
    if (find(id) === undefined) return
    faces.wake()
    try {
      const prepared = await preparePhoto(file)
      const found = await searchMainFace(prepared, await faces.inPhoto(prepared.blob))
      const photo: BatchPhoto = { ...prepared, ...found, fitted: null, sent: null }
      const view = found.faces.length === 1 ? found.mainView : null
      setPhoto(id, view === null ? photo : await fit(photo, view))
      change(id, { status: { name: 'ready' } })
    } catch (thrown) {
      change(id, { name: file.name, seat: null, status: { name: 'unreadable', words: getMessage(thrown) } })
    }
  }

  async function fit(photo: BatchPhoto, view: CropView): Promise<BatchPhoto> {
    const { toPiece } = await loadCropTools()
    return { ...photo, fitted: { view, isConfirmed: true }, sent: await cutPhoto(photo, toPiece(photo, view), true) }
  }

  function removeRows(removed: readonly Row[]) {
    const ids = removed.map(({ id }) => id)
    setAll(latest.current.filter(({ id }) => !ids.includes(id)))
    void store.current?.remove(ids).catch(() => {})
    const jobs = removed.filter(isStarted).flatMap(({ job, cardId }) => (job === null || cardId !== null ? [] : [job]))
    for (const job of jobs) void api.generations.cancel(job, null).catch(() => {})
  }

  return {
    rows,
    /** True while another tab has this batch open. */
    isBlocked,
    isLoaded,
    open,
    pause,
    room: countRoom(rows, open),
    add,
    change: change as (id: string, part: Partial<Pick<Row, 'name' | 'seat' | 'number'>>) => void,
    async crop(id: string, view: CropView, piece: Piece, isConfirmed: boolean) {
      const photo = find(id)?.photo
      if (!photo) return
      try {
        setPhoto(id, { ...photo, fitted: { view, isConfirmed }, sent: await cutPhoto(photo, piece, isConfirmed) })
        // A new crop needs a new generation.
        change(id, { status: { name: 'ready' }, job: null })
      } catch (thrown) {
        change(id, { status: { name: 'failed', words: getMessage(thrown) } })
      }
    },
    /** Uses the photo uncropped, and lets the artist find the face. */
    skipCrop(id: string) {
      const photo = find(id)?.photo
      if (photo) setPhoto(id, { ...photo, fitted: null, sent: { blob: photo.blob, face: null } })
      change(id, { status: { name: 'ready' }, job: null })
    },
    start: (ids: readonly string[]) => {
      for (const row of latest.current)
        if (ids.includes(row.id) && isOpen(row)) change(row.id, { status: { name: 'queued' } })
    },
    remove: (id: string) => removeRows(latest.current.filter((row) => row.id === id)),
    clear: () => removeRows(latest.current),
  }
}

const cutPhoto = async (photo: BatchPhoto, { piece, face }: Piece, isShown: boolean): Promise<BatchPhoto['sent']> => {
  const { blob } = await photo.cut(piece)
  return { blob, face: isShown ? face : null }
}
