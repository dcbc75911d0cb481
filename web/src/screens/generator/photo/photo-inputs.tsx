import { Camera } from 'lucide-react'
import { usePlatform } from '#web/lib/platform.tsx'
import { FileButton } from './file-button.tsx'

type PhotoInputsProps = {
  onFile: (file: File) => void
  onCamera: () => void
  /** Fetches what the camera needs before it is asked for. */
  onCameraNear: () => void
  isPreparing: boolean
  errorId: string | undefined
}

/** The camera of this page, else the system's own where there is one in the hand, and the system's picker. */
export function PhotoInputs({ onFile, onCamera, onCameraNear, isPreparing, errorId }: PhotoInputsProps) {
  const { camera } = usePlatform()
  const common = { onFile, disabled: isPreparing, 'aria-describedby': errorId }
  const icon = <Camera className="i" aria-hidden="true" />

  return (
    <div className="row">
      {camera ? (
        <button
          type="button"
          className="btn"
          aria-haspopup="dialog"
          disabled={isPreparing}
          onClick={onCamera}
          onPointerEnter={onCameraNear}
        >
          {icon}
          Take a selfie
        </button>
      ) : (
        <FileButton {...common} className="selfie" label="Take a selfie" icon={icon} capture />
      )}
      <FileButton
        {...common}
        label={isPreparing ? 'Preparing...' : 'Choose a photo'}
        aria-label="Choose a photo (not saved)"
      />
      <p className="drop-hint small mute">or drop or paste one here</p>
    </div>
  )
}
