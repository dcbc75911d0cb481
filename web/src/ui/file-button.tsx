import { ImageUp } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { classes } from './classes.ts'
import { buttonLook } from './button.ts'
import { iconLook } from './icon.ts'
import textStyles from './text.module.css'

type FileButtonProps = {
  onFile: (file: File) => void
  label: string
  icon?: ReactNode
  /** True for the next thing to do. */
  isPrimary?: boolean
  className?: string | undefined
  /** Opens the system camera, if there is one. */
  capture?: boolean
  /** Several files may be chosen at once. */
  multiple?: boolean
  disabled?: boolean
  'aria-label'?: string
  'aria-describedby'?: string | undefined
}

/**
 * Listing concrete types makes Safari convert HEIC photos to JPEG. Dropped or pasted files may have any type that the
 * browser can decode.
 */
const ACCEPTED = 'image/jpeg,image/png,image/webp'

function takeFile(input: HTMLInputElement, onFile: (file: File) => void): void {
  for (const file of input.files ?? []) onFile(file)
  // The same file may be chosen again after it was refused or removed.
  input.value = ''
}

/** A button for the system's file picker or camera. */
export function FileButton({
  onFile,
  label,
  icon,
  isPrimary = false,
  className,
  capture = false,
  ...input
}: FileButtonProps) {
  const field = useRef<HTMLInputElement>(null)
  const first = useRef(onFile)
  // Takes a file chosen before hydration.
  useEffect(() => {
    if (field.current) takeFile(field.current, first.current)
  }, [])
  return (
    <label className={classes(isPrimary ? buttonLook('primary') : buttonLook(), className)}>
      {icon ?? <ImageUp className={iconLook} aria-hidden="true" />}
      {label}
      <input
        {...input}
        ref={field}
        type="file"
        className={textStyles['unseen']}
        accept={ACCEPTED}
        onChange={({ currentTarget }) => takeFile(currentTarget, onFile)}
        {...(capture && { capture: 'user' })}
      />
    </label>
  )
}
