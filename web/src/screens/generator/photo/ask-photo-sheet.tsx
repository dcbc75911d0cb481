import { Camera } from 'lucide-react'
import { useState } from 'react'
import { PHOTO_WORDS } from '#shared/domain/messages.ts'
import { classes } from '#web/ui/classes.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { buttonLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import textStyles from '#web/ui/text.module.css'
import type { PhotoUse } from '../state/generator-state.ts'
import { FileButton } from '#web/ui/file-button.tsx'

const TITLES: Record<PhotoUse, string> = {
  other: 'Another photo',
  adjust: 'Adjust photo',
  pose: 'Another pose',
  previousPose: 'Previous pose',
}

type AskPhotoSheetProps = {
  open: boolean
  onClose: () => void
  onFile: (file: File) => void
  onCamera: () => void
  /** The use of the photo; null while the sheet is closed. */
  use: PhotoUse | null
  /** Why the last file could not be used. */
  error: string | null
  /** The photo is there, and this device is looking for its face. */
  isSearching: boolean
}

/** Asks for a card's photo again. It is not stored, so it is lost when the visitor leaves the page. */
export default function AskPhotoSheet({
  open,
  onClose,
  onFile,
  onCamera,
  use,
  error,
  isSearching,
}: AskPhotoSheetProps) {
  const { camera } = usePlatform()
  // The reason it was opened for: it closes under the same title once a photo is chosen.
  const [lastUse, setLastUse] = useState(use ?? 'adjust')
  if (use !== null && use !== lastUse) setLastUse(use)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={TITLES[lastUse]}
      lead={lastUse === 'other' ? 'Choose or take the photo for the new art.' : PHOTO_WORDS.deleted}
      kind="dialog"
      notice={isSearching ? PHOTO_WORDS.findingFace : error}
      footer={
        <>
          {camera ? (
            <button type="button" className={buttonLook()} onClick={onCamera}>
              <Camera className={iconLook} aria-hidden="true" />
              Take a selfie
            </button>
          ) : null}
          <FileButton onFile={onFile} label="Choose a photo" isPrimary />
        </>
      }
    >
      <p className={classes(textStyles['small'], textStyles['mute'])}>
        Your card keeps its name, team, gear and stats.
      </p>
    </Sheet>
  )
}
