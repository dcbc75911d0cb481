import { useState } from 'react'
import { fetchEarly, lateSheet } from '#web/ui/late-sheet.tsx'
import type { Generator } from '../use-card-generator.ts'

const loadCamera = () => import('./camera-sheet.tsx')
const CameraSheet = lateSheet(loadCamera)
const CropSheet = lateSheet(() => import('#web/card/crop/crop-sheet.tsx'))
const AskPhotoSheet = lateSheet(() => import('./ask-photo-sheet.tsx'))

/** State of the page's camera sheet, which opens from several places. */
export function useCameraSheet() {
  const [isOpen, setIsOpen] = useState(false)
  return {
    isOpen,
    open: () => setIsOpen(true),
    close: () => setIsOpen(false),
    /** Preloads the sheet. */
    near: fetchEarly(loadCamera),
  }
}
export type CameraControl = ReturnType<typeof useCameraSheet>

/** The photo sheets, over the form or a card. */
export function PhotoSheets({ generator, camera }: { generator: Generator; camera: CameraControl }) {
  const { photo, sheet, fitting, closeSheet } = generator
  const { whole, error } = photo
  // On the form, the photo step shows the search itself.
  const isSearching = sheet.name === 'waiting' && generator.step.name === 'result'

  async function take(picture: File): Promise<boolean> {
    const isTaken = await photo.choose(picture, true)
    if (isTaken) camera.close()
    return isTaken
  }
  function leaveCamera() {
    camera.close()
    if (sheet.name !== 'asking') closeSheet()
  }
  function chooseInstead(file: File) {
    camera.close()
    void photo.choose(file)
  }
  function retake() {
    generator.retake()
    camera.open()
  }
  return (
    <>
      <AskPhotoSheet
        open={(sheet.name === 'asking' || isSearching) && !camera.isOpen}
        onClose={closeSheet}
        onFile={(file) => void photo.choose(file)}
        onCamera={camera.open}
        use={sheet.name === 'asking' ? sheet.use : null}
        error={error}
        isSearching={isSearching}
      />
      <CameraSheet open={camera.isOpen} onClose={leaveCamera} onPicture={take} onFile={chooseInstead} />
      {whole ? (
        <CropSheet
          key={`${whole.url} ${fitting.times}`}
          open={sheet.name === 'cropping'}
          photo={whole}
          fitting={fitting}
          error={error}
          onClose={closeSheet}
          onMove={generator.moveCrop}
          onUse={(...crop) => void generator.acceptCrop(...crop)}
          onSkip={generator.skipCrop}
          onRetake={retake}
          onFile={(file) => void photo.choose(file)}
        />
      ) : null}
    </>
  )
}
