import { ImageUp } from 'lucide-react'
import type { ChangeEvent, ReactNode } from 'react'

type FileButtonProps = {
  onFile: (file: File) => void
  label: string
  icon?: ReactNode
  className?: string
  /** Opens the system's own camera where there is one. */
  capture?: boolean
  disabled?: boolean
  'aria-label'?: string
  'aria-describedby'?: string | undefined
}

/**
 * Naming concrete types lets Safari turn its HEIC photos into JPEG by itself. Everything else that a browser can
 * decode is still taken when it is dropped or pasted.
 */
const ACCEPTED = 'image/jpeg,image/png,image/webp'

/** A way into the system's own pickers, as a button. */
export function FileButton({ onFile, label, icon, className = '', capture = false, ...input }: FileButtonProps) {
  function take({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0]
    if (file) onFile(file)
    // The same file may be chosen again after it was refused or removed.
    currentTarget.value = ''
  }
  return (
    <label className={`btn ${className}`}>
      {icon ?? <ImageUp className="i" aria-hidden="true" />}
      {label}
      <input
        {...input}
        type="file"
        className="sr"
        accept={ACCEPTED}
        onChange={take}
        {...(capture && { capture: 'user' })}
      />
    </label>
  )
}
