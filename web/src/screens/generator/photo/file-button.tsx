import { ImageUp } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { classes } from '#web/ui/classes.ts'
import { buttonLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import textStyles from '#web/ui/text.module.css'

type FileButtonProps = {
  onFile: (file: File) => void
  label: string
  icon?: ReactNode
  /** It is what to do next. */
  isPrimary?: boolean
  className?: string | undefined
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

function takeFile(input: HTMLInputElement, onFile: (file: File) => void): void {
  const file = input.files?.[0]
  if (file) onFile(file)
  // The same file may be chosen again after it was refused or removed.
  input.value = ''
}

/** A way into the system's own pickers, as a button. */
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
  // A file that was chosen before hydration.
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
