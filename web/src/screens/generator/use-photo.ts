import { useCallback, useEffect, useState } from 'react'
import { wordsOf } from '#web/lib/failure.ts'
import { usePlatform } from '#web/lib/platform.tsx'

export type ChosenPhoto = { blob: Blob; previewUrl: string }

/** The photo, prepared on the device. A file that cannot be used leaves a sentence and changes nothing else. */
export function usePhoto() {
  const { preparePhoto } = usePlatform()
  const [photo, setPhoto] = useState<ChosenPhoto | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [isPreparing, setIsPreparing] = useState(false)

  useEffect(() => () => void (photo && URL.revokeObjectURL(photo.previewUrl)), [photo])

  const choose = useCallback(
    async (file: File) => {
      setError(null)
      setIsPreparing(true)
      try {
        const { blob } = await preparePhoto(file)
        setPhoto({ blob, previewUrl: URL.createObjectURL(blob) })
      } catch (thrown) {
        setError(wordsOf(thrown))
      } finally {
        setIsPreparing(false)
      }
    },
    [preparePhoto],
  )

  const remove = useCallback(() => {
    setPhoto(null)
    setError(null)
  }, [])

  return { photo, error, isPreparing, choose, remove, refuse: setError }
}
