import { Camera, ImageUp } from 'lucide-react'
import type { ChangeEvent } from 'react'

type PhotoInputsProps = { onFile: (file: File) => void; isPreparing: boolean; errorId: string | undefined }

/**
 * Naming concrete types lets Safari turn its HEIC photos into JPEG by itself. Everything else that a browser can
 * decode is still taken when it is dropped or pasted.
 */
const ACCEPTED = 'image/jpeg,image/png,image/webp'

/** Two ways into the system's own pickers. The camera one shows only where there is a camera in the hand. */
export function PhotoInputs({ onFile, isPreparing, errorId }: PhotoInputsProps) {
  function take({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0]
    if (file) onFile(file)
    // The same file may be chosen again after it was refused or removed.
    currentTarget.value = ''
  }
  const common = { type: 'file', className: 'sr', onChange: take, disabled: isPreparing, 'aria-describedby': errorId }

  return (
    <div className="row">
      <label className="btn selfie">
        <Camera className="i" aria-hidden="true" />
        Take a selfie
        <input {...common} accept={ACCEPTED} capture="user" />
      </label>
      <label className="btn">
        <ImageUp className="i" aria-hidden="true" />
        {isPreparing ? 'Preparing...' : 'Choose a photo'}
        <input {...common} accept={ACCEPTED} aria-label="Choose a photo (not saved)" />
      </label>
      <p className="drop-hint small mute">or drop or paste one here</p>
    </div>
  )
}
