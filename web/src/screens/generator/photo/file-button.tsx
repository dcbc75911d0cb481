import { ImageUp } from 'lucide-react'
import type { ChangeEvent, ReactNode } from 'react'
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
  function take({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0]
    if (file) onFile(file)
    // The same file may be chosen again after it was refused or removed.
    currentTarget.value = ''
  }
  return (
    <label className={classes(isPrimary ? buttonLook('primary') : buttonLook(), className)}>
      {icon ?? <ImageUp className={iconLook} aria-hidden="true" />}
      {label}
      <input
        {...input}
        type="file"
        className={textStyles['unseen']}
        accept={ACCEPTED}
        onChange={take}
        {...(capture && { capture: 'user' })}
      />
    </label>
  )
}
