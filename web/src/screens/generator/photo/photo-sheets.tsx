import { useState } from 'react'
import { fetchEarly, lateSheet } from '#web/ui/late-sheet.tsx'
import type { Generator } from '../use-generator.ts'

const loadCamera = () => import('./camera-sheet.tsx')
const CameraSheet = lateSheet(loadCamera)
const CropSheet = lateSheet(() => import('./crop-sheet.tsx'))
const AskPhotoSheet = lateSheet(() => import('./ask-photo-sheet.tsx'))

/** The camera of this page, opened from wherever a photo is wanted. */
export function useCameraSheet() {
  const [isOpen, setIsOpen] = useState(false)
  return {
    isOpen,
    open: () => setIsOpen(true),
    close: () => setIsOpen(false),
    /** Fetches it before it is asked for. */
    near: fetchEarly(loadCamera),
  }
}
export type CameraControl = ReturnType<typeof useCameraSheet>

/** Everything that asks for a photo or about one, over the form and over a card alike. */
export function PhotoSheets({ generator, camera }: { generator: Generator; camera: CameraControl }) {
  const { photo, photoAsked, choosePhoto, acceptPhoto, acceptWhole, leavePhoto } = generator
  const { whole, fitting, error, move } = photo

  async function take(picture: File): Promise<boolean> {
    const isTaken = await choosePhoto(picture, true)
    if (isTaken) camera.close()
    return isTaken
  }
  function leaveCamera() {
    camera.close()
    if (photoAsked === null) leavePhoto()
  }
  function chooseInstead(file: File) {
    camera.close()
    void choosePhoto(file)
  }
  function retake() {
    photo.stopFitting()
    camera.open()
  }
  return (
    <>
      <AskPhotoSheet
        open={photoAsked !== null && !camera.isOpen}
        onClose={leavePhoto}
        onFile={(file) => void choosePhoto(file)}
        onCamera={camera.open}
        use={photoAsked}
        error={error}
      />
      <CameraSheet open={camera.isOpen} onClose={leaveCamera} onPicture={take} onFile={chooseInstead} />
      {whole ? (
        <CropSheet
          key={`${whole.url} ${fitting.times}`}
          open={fitting.isOpen}
          photo={whole}
          fitting={fitting}
          error={error}
          onClose={leavePhoto}
          onMove={move}
          onUse={(...cut) => void acceptPhoto(...cut)}
          onSkip={() => void acceptWhole()}
          onRetake={retake}
          onFile={(file) => void choosePhoto(file)}
        />
      ) : null}
    </>
  )
}
