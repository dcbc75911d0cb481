import { useEffect } from 'react'
import { fetchEarly, lateSheet } from '#web/ui/late-sheet.tsx'
import type { Generator } from '../use-card-generator.ts'
import type { CameraControl } from './use-camera-sheet.ts'

const loadCamera = () => import('./camera-sheet.tsx')
const fetchCamera = fetchEarly(loadCamera)
const CameraSheet = lateSheet(loadCamera)
const CropSheet = lateSheet(() => import('#web/card/crop/crop-sheet.tsx'))
const AskPhotoSheet = lateSheet(() => import('./ask-photo-sheet.tsx'))

export type PhotoSheetsProps = { generator: Generator; camera: CameraControl }

/** The photo sheets, over the form or a card. */
export default function PhotoSheets({ generator, camera }: PhotoSheetsProps) {
  const { photo, sheet, fitting, closeSheet } = generator
  const { whole, error } = photo
  // On the form, the photo step shows the search itself.
  const isSearching = sheet.name === 'waiting' && generator.step.name === 'result'
  useEffect(() => void (camera.isNear && fetchCamera()), [camera.isNear])

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
