import { useCallback, useEffect, useState } from 'react'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import { wordsOf } from '#web/lib/failure.ts'
import type { PreparedPhoto } from '#web/lib/photo.ts'
import type { CropView, pieceOf } from '#web/lib/photo-crop.ts'
import { usePlatform } from '#web/lib/platform.tsx'

/** What will be sent. Without a face the artist looks for one. */
export type ChosenPhoto = { blob: Blob; previewUrl: string; face: FaceOval | null }
/** What was chosen, before anything was cut off, and how it lay in the frame the last time. */
export type WholePhoto = PreparedPhoto & { url: string; view: CropView | null }

/**
 * The photo, prepared on the device and fitted to the frame. A file that cannot be used leaves a sentence and changes
 * nothing else.
 */
export function usePhoto() {
  const { preparePhoto } = usePlatform()
  const [whole, setWhole] = useState<WholePhoto | null>(null)
  const [photo, setPhoto] = useState<ChosenPhoto | null>(null)
  const [isFitting, setIsFitting] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const [isPreparing, setIsPreparing] = useState(false)

  const wholeUrl = whole?.url
  useEffect(() => () => void (wholeUrl && URL.revokeObjectURL(wholeUrl)), [wholeUrl])
  useEffect(() => () => void (photo && URL.revokeObjectURL(photo.previewUrl)), [photo])

  const choose = useCallback(
    async (file: File) => {
      setError(null)
      setIsPreparing(true)
      try {
        const prepared = await preparePhoto(file)
        setWhole({ ...prepared, url: URL.createObjectURL(prepared.blob), view: null })
        setPhoto({ blob: prepared.blob, previewUrl: URL.createObjectURL(prepared.blob), face: null })
        setIsFitting(true)
      } catch (thrown) {
        setError(wordsOf(thrown))
      } finally {
        setIsPreparing(false)
      }
    },
    [preparePhoto],
  )

  const remove = useCallback(() => {
    setWhole(null)
    setPhoto(null)
    setError(null)
  }, [])

  /** @param isShown whether the visitor has shown where the face is; else the artist looks for it */
  async function fit(view: CropView, { piece, face }: ReturnType<typeof pieceOf>, isShown: boolean) {
    if (!whole) return
    setIsFitting(false)
    try {
      const { blob } = await whole.cut(piece)
      setWhole({ ...whole, view })
      setPhoto({ blob, previewUrl: URL.createObjectURL(blob), face: isShown ? face : null })
    } catch (thrown) {
      setError(wordsOf(thrown))
    }
  }

  function sendWhole() {
    setIsFitting(false)
    if (!whole) return
    setWhole({ ...whole, view: null })
    setPhoto({ blob: whole.blob, previewUrl: URL.createObjectURL(whole.blob), face: null })
  }

  return {
    photo,
    whole,
    error,
    isPreparing,
    isFitting,
    choose,
    remove,
    refuse: setError,
    fit,
    sendWhole,
    startFitting: () => setIsFitting(true),
    /** Closing changes nothing. */
    stopFitting: () => setIsFitting(false),
  }
}

export type PhotoState = ReturnType<typeof usePhoto>
