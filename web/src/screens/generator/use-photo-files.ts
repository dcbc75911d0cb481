import { useEffect } from 'react'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import { prefetchWatch } from '#web/data/load-watch.ts'
import type { Sight } from '#web/photo/face-finder.ts'
import { wordsOf } from '#web/lib/failure.ts'
import type { PreparedPhoto } from '#web/photo/photo.ts'
import type { CropView, pieceOf } from '#web/photo/photo-crop.ts'
import { loadCropTools } from '#web/photo/photo-tools.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import type { ChosenPhoto, GeneratorEvent, GeneratorState, JobStart, WholePhoto } from './state/generator-state.ts'

/** Longest wait for the face of a new photo. The crop sheet fits a face that is found later. */
const FIT_WAIT_MS = 1500
/** Smallest face, as a share of the largest, that is not a person in the background. */
const NEAR_SHARE = 0.35

type Store = {
  dispatch: (event: GeneratorEvent) => void
  getState: () => GeneratorState
  createStart: () => JobStart
}

/** Prepares and cuts photos on this device. They are kept in the memory of this page only. */
export function usePhotoFiles({ photo }: GeneratorState, { dispatch, getState, createStart }: Store) {
  const { preparePhoto, faces } = usePlatform()
  const wholeUrl = photo?.whole.url
  const previewUrl = photo?.chosen.previewUrl
  useEffect(() => () => void (wholeUrl && URL.revokeObjectURL(wholeUrl)), [wholeUrl])
  useEffect(() => () => void (previewUrl && URL.revokeObjectURL(previewUrl)), [previewUrl])
  // The first progress is pushed at once: code that is fetched only then would miss it.
  useEffect(() => void (wholeUrl && prefetchWatch()), [wholeUrl])

  return {
    /** @returns whether the photo is ready for its crop */
    async choose(file: File, isTaken = false): Promise<boolean> {
      dispatch({ type: 'fileChosen', file })
      faces.wake()
      try {
        const prepared = await preparePhoto(file)
        const looking = faces.inPhoto(prepared.blob)
        const late = new Promise<'late'>((resolve) => setTimeout(resolve, FIT_WAIT_MS, 'late'))
        const sight = await Promise.race([looking, late])
        const found = await findMainFace(prepared, sight === 'late' ? null : sight)
        if (getState().preparing !== file) return false
        const url = URL.createObjectURL(prepared.blob)
        const whole = { ...prepared, ...found, url, fitted: null, isTaken }
        dispatch({ type: 'filePrepared', file, whole, chosen: createUncut(prepared) })
        if (sight === 'late')
          void looking
            .then((late) => findMainFace(prepared, late))
            .then((found) => dispatch({ type: 'facesFound', url, found }))
        return true
      } catch (thrown) {
        dispatch({ type: 'fileFailed', file, words: wordsOf(thrown) })
        return false
      }
    },

    /** @param isShown whether the visitor has seen or shown where the face is; if not, the artist looks for it */
    async acceptCrop(view: CropView, { piece, face }: ReturnType<typeof pieceOf>, isShown: boolean) {
      const whole = getState().photo?.whole
      if (!whole) return
      const cut = whole.cut(piece).then(({ blob }) => ({ blob, face: isShown ? face : null }))
      dispatch({ type: 'cropAccepted', cut })
      try {
        const sent = await cut
        if (getState().photo?.cut !== cut) return
        const chosen = { ...sent, previewUrl: URL.createObjectURL(sent.blob), piece }
        dispatch({ type: 'cropCut', cut, chosen, fitted: { view, isShown }, start: createStart() })
      } catch (thrown) {
        dispatch({ type: 'cropFailed', cut, words: wordsOf(thrown) })
      }
    },

    skipCrop() {
      const whole = getState().photo?.whole
      if (whole) dispatch({ type: 'cropSkipped', chosen: createUncut(whole), start: createStart() })
    },
  }
}

/** Returns the faces that the photo was taken of, the largest and most central first. */
async function findMainFace(
  photo: PreparedPhoto,
  sight: Sight | null,
): Promise<Pick<WholePhoto, 'faces' | 'mainView'>> {
  const prominence = ({ cx, cy, s }: FaceOval) => s * (1 - 0.5 * Math.hypot(cx - 0.5, cy - 0.5))
  const largest = Math.max(...(sight?.faces ?? []).map(({ s }) => s))
  const faces = (sight?.faces ?? [])
    .filter(({ s }) => s >= NEAR_SHARE * largest)
    .sort((one, other) => prominence(other) - prominence(one))
  const [main] = faces
  return { faces, mainView: main ? (await loadCropTools()).viewOf(photo, main) : null }
}

const createUncut = ({ blob, widthPx, heightPx }: PreparedPhoto): ChosenPhoto => ({
  blob,
  previewUrl: URL.createObjectURL(blob),
  face: null,
  piece: { turns: 0, left: 0, top: 0, widthPx, heightPx },
})
