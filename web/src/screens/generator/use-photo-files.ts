import { useEffect, useRef } from 'react'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import { prefetchWatch } from '#web/data/load-watch.ts'
import type { Sight } from '#web/photo/face-finder.ts'
import { wordsOf } from '#web/lib/failure.ts'
import type { PreparedPhoto } from '#web/photo/photo.ts'
import type { CropView, pieceOf } from '#web/photo/photo-crop.ts'
import { loadCropTools } from '#web/photo/photo-tools.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import type {
  ChosenPhoto,
  FoundFaces,
  GeneratorEvent,
  GeneratorState,
  JobStart,
  SentPhoto,
  WholePhoto,
} from './state/generator-state.ts'

/** Smallest face, as a share of the largest, that is not a person in the background. */
const NEAR_SHARE = 0.35

type Store = {
  dispatch: (event: GeneratorEvent) => void
  getState: () => GeneratorState
  createStart: () => JobStart
}
type Piece = ReturnType<typeof pieceOf>

/** Prepares and cuts photos on this device. They are kept in the memory of this tab only. */
export function usePhotoFiles({ photo, preparing }: GeneratorState, { dispatch: send, getState, createStart }: Store) {
  const { preparePhoto, faces } = usePlatform()
  const wholeUrl = photo?.whole.url
  // The first progress is pushed at once: code that is fetched only then would miss it.
  useEffect(() => void (wholeUrl && prefetchWatch()), [wholeUrl])
  // Work that the visitor leaves behind is done again by the next screen, so the last one stays silent.
  // A file chosen before hydration arrives before the effect below, so the ref starts true.
  const isOpen = useRef(true)
  const dispatch = (event: GeneratorEvent) => {
    if (isOpen.current) send(event)
  }
  const restored = useRef({ photo, preparing })
  useEffect(() => {
    isOpen.current = true
    const { photo, preparing } = restored.current
    if (photo?.isSearching) void search(photo.whole)
    if (preparing) void choose(preparing)
    return () => {
      isOpen.current = false
    }
    // oxlint-disable-next-line react/exhaustive-deps -- only a restored photo is prepared and searched again
  }, [])

  /** Finds the faces of a photo, and cuts a photo of one face to it. */
  async function search(whole: WholePhoto) {
    const { url } = whole
    const found = await findMainFace(whole, await faces.inPhoto(whole.blob))
    const { photo } = getState()
    const isAwaited = photo?.whole.url === url && photo.isSearching
    if (!isAwaited || found.faces.length !== 1 || !found.mainView)
      return dispatch({ type: 'facesFound', url, found, cut: null, start: createStart() })
    const view = found.mainView
    const { pieceOf } = await loadCropTools()
    const crop = pieceOf(whole, view)
    const cut = cutPiece(whole, crop, true)
    dispatch({ type: 'facesFound', url, found, cut, start: createStart() })
    await finishCut(cut, crop, { view, isShown: true })
  }

  async function finishCut(cut: Promise<SentPhoto>, { piece }: Piece, fitted: NonNullable<WholePhoto['fitted']>) {
    try {
      const sent = await cut
      if (!isOpen.current || getState().photo?.cut !== cut) return
      const chosen = { ...sent, previewUrl: URL.createObjectURL(sent.blob), piece }
      dispatch({ type: 'cropCut', cut, chosen, fitted, start: createStart() })
    } catch (thrown) {
      dispatch({ type: 'cropFailed', cut, words: wordsOf(thrown) })
    }
  }

  /** @returns whether the photo is ready for its crop */
  async function choose(file: File, isTaken = false): Promise<boolean> {
    dispatch({ type: 'fileChosen', file })
    faces.wake()
    try {
      const prepared = await preparePhoto(file)
      if (!isOpen.current || getState().preparing !== file) return false
      const url = URL.createObjectURL(prepared.blob)
      const whole = { ...prepared, faces: [], mainView: null, url, fitted: null, isTaken }
      dispatch({ type: 'filePrepared', file, whole, chosen: createUncut(prepared) })
      void search(whole)
      return true
    } catch (thrown) {
      dispatch({ type: 'fileFailed', file, words: wordsOf(thrown) })
      return false
    }
  }

  return {
    choose,

    /**
     * @param isShown whether the visitor saw the crop fit the face. If not, the artist looks for the face.
     * @param isDismissed whether the sheet was closed instead of answered, so that an order in it does not start
     */
    async acceptCrop(view: CropView, crop: Piece, isShown: boolean, isDismissed = false) {
      const whole = getState().photo?.whole
      if (!whole) return
      const cut = cutPiece(whole, crop, isShown)
      dispatch({ type: 'cropAccepted', cut, isDismissed })
      await finishCut(cut, crop, { view, isShown })
    },

    skipCrop() {
      const whole = getState().photo?.whole
      if (whole) dispatch({ type: 'cropSkipped', chosen: createUncut(whole), start: createStart() })
    },
  }
}

const cutPiece = (whole: WholePhoto, { piece, face }: Piece, isShown: boolean): Promise<SentPhoto> =>
  whole.cut(piece).then(({ blob }) => ({ blob, face: isShown ? face : null }))

/** Returns the faces that the photo was taken of, the largest and most central first. */
async function findMainFace(photo: PreparedPhoto, sight: Sight | null): Promise<FoundFaces> {
  const prominence = ({ cx, cy, s }: FaceOval) => s * (1 - 0.5 * Math.hypot(cx - 0.5, cy - 0.5))
  const largest = Math.max(...(sight?.faces ?? []).map(({ s }) => s))
  const faces = (sight?.faces ?? [])
    .filter(({ s }) => s >= NEAR_SHARE * largest)
    .sort((one, other) => prominence(other) - prominence(one))
  const [main] = faces
  // A lost download of the crop code counts as a photo without a face.
  const tools = main ? await loadCropTools().catch(() => null) : null
  return main && tools ? { faces, mainView: tools.viewOf(photo, main) } : { faces: [], mainView: null }
}

const createUncut = ({ blob, widthPx, heightPx }: PreparedPhoto): ChosenPhoto => ({
  blob,
  previewUrl: URL.createObjectURL(blob),
  face: null,
  piece: { turns: 0, left: 0, top: 0, widthPx, heightPx },
})
