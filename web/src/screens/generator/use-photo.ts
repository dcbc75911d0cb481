import { useCallback, useEffect, useRef, useState } from 'react'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import type { FittedPhoto } from '#web/card/preview-face.tsx'
import { prefetchWatch } from '#web/data/load-watch.ts'
import type { Sight } from '#web/lib/face-finder.ts'
import { wordsOf } from '#web/lib/failure.ts'
import type { PreparedPhoto } from '#web/lib/photo.ts'
import type { CropView, PhotoPiece, pieceOf } from '#web/lib/photo-crop.ts'
import { loadCropTools } from '#web/lib/photo-tools.ts'
import { usePlatform } from '#web/lib/platform.tsx'

/** What will be sent. Without a face the artist looks for one. */
export type SentPhoto = { blob: Blob; face: FaceOval | null }
/** The same as the form shows it, and which piece of the whole it is. */
export type ChosenPhoto = SentPhoto & { previewUrl: string; piece: PhotoPiece }

/** What was chosen, before anything was cut off. */
export type WholePhoto = PreparedPhoto & {
  url: string
  /** The faces this device has found in it, the main one first, and how it lies fitted to that. They only help. */
  faces: readonly FaceOval[]
  mainView: CropView | null
  /** How it lay in the frame the last time, and whether the visitor has thereby shown where the face is. */
  fitted: { view: CropView; isShown: boolean } | null
  /** It came from this page's camera: another one is quickly taken. */
  isTaken: boolean
}

/** What is asked about the photo, and between which faces, as shares of the piece that was sent. */
export type PhotoQuestion = { words: string; faces: readonly FaceOval[]; piece: PhotoPiece }
/** Why a photo is fitted: for the first time, once more, for a card there is already, or to answer a question. */
export type Fitting = { why: 'new' | 'again' | 'adjust' | 'asked'; question: PhotoQuestion | null; times: number }

/** How long a new photo waits for its face to be found. One that is found later is fitted then. */
const FIT_WAIT_MS = 1500
/** A face that is this much smaller than the largest belongs to a person in the background. */
const NEAR_SHARE = 0.35

/**
 * The photo, prepared on the device and fitted to the frame. It is kept in this page's memory only. A file that cannot be
 * used leaves a sentence and changes nothing else.
 */
export function usePhoto() {
  const { preparePhoto, faces } = usePlatform()
  const [whole, setWhole] = useState<WholePhoto | null>(null)
  const [photo, setPhoto] = useState<ChosenPhoto | null>(null)
  const [fitting, setFitting] = useState<Fitting & { isOpen: boolean }>(NOT_YET)
  /** How it lies while the sheet is open. */
  const [moved, setMoved] = useState<CropView | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isPreparing, setIsPreparing] = useState(false)
  const chosenTimes = useRef(0)
  /** The cut that is under way; another photo, or none, ends its claim to be the one that is sent. */
  const cutting = useRef<Promise<SentPhoto>>(undefined)

  const wholeUrl = whole?.url
  useEffect(() => () => void (wholeUrl && URL.revokeObjectURL(wholeUrl)), [wholeUrl])
  useEffect(() => () => void (photo && URL.revokeObjectURL(photo.previewUrl)), [photo])

  // Its steps are pushed while it is drawn: code that came only then missed the first ones.
  useEffect(() => void (wholeUrl && prefetchWatch()), [wholeUrl])

  const open = useCallback((why: Fitting['why'], question: PhotoQuestion | null = null) => {
    setMoved(null)
    setError(null)
    setFitting(({ times }) => ({ why, question, times: times + 1, isOpen: true }))
  }, [])
  const close = useCallback(() => {
    setMoved(null)
    setFitting((before) => ({ ...before, isOpen: false }))
  }, [])

  /** @returns whether there is a photo to be fitted now */
  const choose = useCallback(
    async (file: File, isTaken = false): Promise<boolean> => {
      const time = ++chosenTimes.current
      const isLatest = () => time === chosenTimes.current
      setError(null)
      setIsPreparing(true)
      faces.wake()
      try {
        const prepared = await preparePhoto(file)
        const looking = faces.inPhoto(prepared.blob)
        const sight = await Promise.race([
          looking,
          new Promise<'late'>((late) => setTimeout(late, FIT_WAIT_MS, 'late')),
        ])
        const found = await foundIn(prepared, sight === 'late' ? null : sight)
        if (!isLatest()) return false
        const url = URL.createObjectURL(prepared.blob)
        cutting.current = undefined
        setWhole({ ...prepared, ...found, url, fitted: null, isTaken })
        setPhoto(asIs(prepared))
        open('new')
        if (sight === 'late')
          void looking
            .then((late) => foundIn(prepared, late))
            .then((late) => setWhole((now) => (now?.url === url ? { ...now, ...late } : now)))
        return true
      } catch (thrown) {
        if (isLatest()) setError(wordsOf(thrown))
        return false
      } finally {
        if (isLatest()) setIsPreparing(false)
      }
    },
    [preparePhoto, faces, open],
  )

  const remove = useCallback(() => {
    cutting.current = undefined
    setWhole(null)
    setPhoto(null)
    setError(null)
  }, [])

  /**
   * @param isShown whether the visitor has seen or shown where the face is; else the artist looks for it
   * @returns what is sent from now on, or null when it could not be cut
   */
  async function fit(view: CropView, { piece, face }: ReturnType<typeof pieceOf>, isShown: boolean) {
    if (!whole) return null
    setError(null)
    close()
    const cut = whole.cut(piece).then(({ blob }) => ({ blob, face: isShown ? face : null }))
    cutting.current = cut
    const isLatest = () => cutting.current === cut
    try {
      const sent = await cut
      if (!isLatest()) return null
      const chosen = { ...sent, previewUrl: URL.createObjectURL(sent.blob), piece }
      setWhole({ ...whole, fitted: { view, isShown } })
      setPhoto(chosen)
      return chosen
    } catch (thrown) {
      if (isLatest()) setError(wordsOf(thrown))
      return null
    } finally {
      if (isLatest()) cutting.current = undefined
    }
  }

  function sendWhole() {
    close()
    if (!whole) return null
    const chosen = asIs(whole)
    cutting.current = undefined
    setWhole({ ...whole, fitted: null })
    setPhoto(chosen)
    return chosen
  }

  const view = moved ?? knownView(whole)
  const shown: FittedPhoto | null =
    whole && view ? { url: whole.url, widthPx: whole.widthPx, heightPx: whole.heightPx, view } : null

  return {
    photo,
    /** The photo as it was shown last, whose cut may still be under way; null: there is none. */
    toSend: () => photo && (cutting.current ?? photo),
    whole,
    error,
    isPreparing,
    fitting,
    /** The face as the live preview shows it, or null while it is not known where it is. */
    shown,
    choose,
    remove,
    refuse: setError,
    fit,
    sendWhole,
    move: setMoved,
    startFitting: (why: 'again' | 'adjust') => open(why),
    ask(words: string, between: readonly FaceOval[]) {
      if (photo) open('asked', { words, faces: between, piece: photo.piece })
    },
    /** Changes nothing of the photo. */
    stopFitting: close,
  }
}

export type PhotoState = ReturnType<typeof usePhoto>

function knownView(whole: WholePhoto | null): CropView | null {
  if (whole?.fitted) return whole.fitted.isShown ? whole.fitted.view : null
  return whole?.mainView ?? null
}

/** Those for whom the photo was taken, the largest and most central first. */
async function foundIn(photo: PreparedPhoto, sight: Sight | null): Promise<Pick<WholePhoto, 'faces' | 'mainView'>> {
  const prominence = ({ cx, cy, s }: FaceOval) => s * (1 - 0.5 * Math.hypot(cx - 0.5, cy - 0.5))
  const largest = Math.max(...(sight?.faces ?? []).map(({ s }) => s))
  const faces = (sight?.faces ?? [])
    .filter(({ s }) => s >= NEAR_SHARE * largest)
    .sort((one, other) => prominence(other) - prominence(one))
  const [main] = faces
  return { faces, mainView: main ? (await loadCropTools()).viewOf(photo, main) : null }
}

const NOT_YET = { why: 'new', question: null, times: 0, isOpen: false } as const

const asIs = ({ blob, widthPx, heightPx }: PreparedPhoto): ChosenPhoto => ({
  blob,
  previewUrl: URL.createObjectURL(blob),
  face: null,
  piece: { turns: 0, left: 0, top: 0, widthPx, heightPx },
})
