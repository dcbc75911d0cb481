import { Camera } from 'lucide-react'
import { usePlatform } from '#web/lib/platform.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { FileButton } from './file-button.tsx'

type AskPhotoSheetProps = {
  open: boolean
  onClose: () => void
  onFile: (file: File) => void
  onCamera: () => void
  /** Why the last file could not be used. */
  error: string | null
}

/** A card's photo is not kept anywhere: to adjust it after the page was left, it has to be chosen again. */
export default function AskPhotoSheet({ open, onClose, onFile, onCamera, error }: AskPhotoSheetProps) {
  const { camera } = usePlatform()
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Adjust photo"
      lead="Your photo was deleted when the card was drawn. Choose it again, or take another one."
      kind="dialog"
      notice={error}
      footer={
        <>
          {camera ? (
            <button type="button" className="btn" onClick={onCamera}>
              <Camera className="i" aria-hidden="true" />
              Take a selfie
            </button>
          ) : null}
          <FileButton onFile={onFile} label="Choose a photo" className="pri" />
        </>
      }
    >
      <p className="small mute">Your card keeps its name, team, gear and stats.</p>
    </Sheet>
  )
}
