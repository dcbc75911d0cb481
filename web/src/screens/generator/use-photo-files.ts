import { useEffect, useRef } from 'react'
import { prefetchWatch } from '#web/data/load-watch.ts'
import { getMessage } from '#web/lib/failure.ts'
import type { WholePhoto } from '#web/card/crop/crop-types.ts'
import type { PreparedPhoto } from '#web/photo/photo.ts'
import type { CropView, toPiece } from '#web/photo/photo-crop.ts'
import { loadCropTools, searchMainFace } from '#web/photo/photo-tools.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import type { ChosenPhoto, GeneratorEvent, GeneratorState, JobStart, SentPhoto } from './state/generator-state.ts'

type Store = {
  dispatch: (event: GeneratorEvent) => void
  getState: () => GeneratorState
  createStart: () => JobStart
}
type Piece = ReturnType<typeof toPiece>

/** Prepares and crops photos on this device. They stay in this tab's memory. */
export function usePhotoFiles({ photo, preparing }: GeneratorState, { dispatch: send, getState, createStart }: Store) {
  const { preparePhoto, faces } = usePlatform()
  const wholeUrl = photo?.whole.url
  // Preloads the live code, because progress is pushed immediately after the upload.
  useEffect(() => void (wholeUrl && prefetchWatch()), [wholeUrl])
  // The next screen repeats unfinished work, so an unmounted one must not dispatch.
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
    const found = await searchMainFace(whole, await faces.inPhoto(whole.blob))
    const { photo } = getState()
    const isAwaited = photo?.whole.url === url && photo.isSearching
    if (!isAwaited || found.faces.length !== 1 || !found.mainView)
      return dispatch({ type: 'facesFound', url, found, cut: null, start: createStart() })
    const view = found.mainView
    const { toPiece } = await loadCropTools()
    const crop = toPiece(whole, view)
    const cut = cutPiece(whole, crop, true)
    dispatch({ type: 'facesFound', url, found, cut, start: createStart() })
    await finishCut(cut, crop, { view, isConfirmed: true })
  }

  async function finishCut(cut: Promise<SentPhoto>, { piece }: Piece, fitted: NonNullable<WholePhoto['fitted']>) {
    try {
      const sent = await cut
      if (!isOpen.current || getState().photo?.cut !== cut) return
      const chosen = { ...sent, previewUrl: URL.createObjectURL(sent.blob), piece }
      dispatch({ type: 'cropCut', cut, chosen, fitted, start: createStart() })
    } catch (thrown) {
      dispatch({ type: 'cropFailed', cut, words: getMessage(thrown) })
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
      dispatch({ type: 'fileFailed', file, words: getMessage(thrown) })
      return false
    }
  }

  return {
    choose,

    /**
     * @param isConfirmed whether the visitor saw the crop fit the face. If not, the artist looks for the face.
     * @param isDismissed whether the sheet was closed instead of answered, so that an order in it does not start
     */
    async acceptCrop(view: CropView, crop: Piece, isConfirmed: boolean, isDismissed = false) {
      const whole = getState().photo?.whole
      if (!whole) return
      const cut = cutPiece(whole, crop, isConfirmed)
      dispatch({ type: 'cropAccepted', cut, isDismissed })
      await finishCut(cut, crop, { view, isConfirmed })
    },

    skipCrop() {
      const whole = getState().photo?.whole
      if (whole) dispatch({ type: 'cropSkipped', chosen: createUncut(whole), start: createStart() })
    },
  }
}

const cutPiece = (whole: WholePhoto, { piece, face }: Piece, isShown: boolean): Promise<SentPhoto> =>
  whole.cut(piece).then(({ blob }) => ({ blob, face: isShown ? face : null }))

const createUncut = ({ blob, widthPx, heightPx }: PreparedPhoto): ChosenPhoto => ({
  blob,
  previewUrl: URL.createObjectURL(blob),
  face: null,
  piece: { turns: 0, left: 0, top: 0, widthPx, heightPx },
})
