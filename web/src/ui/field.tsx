import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { classes } from './classes.ts'
import { iconLook } from './icon.ts'
import styles from './field.module.css'
import textStyles from './text.module.css'

type FieldProps = {
  label: string
  counter?: string | undefined
  error?: string | undefined
  /** A hint about the typed text that does not block the form. */
  note?: string | undefined
  /** Renders the control with the props that link it to its label and error. */
  children: (props: FieldControl) => ReactNode
}

export type FieldControl = {
  id: string
  className: string | undefined
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

/** A labeled control with an optional counter, error and note. */
export function Field({ label, counter, error, note, children }: FieldProps) {
  const id = useId()
  const errorId = error ? `${id}-error` : undefined
  const noteId = note ? `${id}-note` : undefined
  const describedBy = [errorId, noteId].filter((one) => one !== undefined).join(' ') || undefined
  return (
    <div>
      <div className={styles['label']}>
        <label htmlFor={id}>{label}</label>
        {counter ? <span className={styles['counter']}>{counter}</span> : null}
      </div>
      <div className={error ? classes(styles['control'], styles['faulty']) : styles['control']}>
        {children({ id, className: styles['input'], 'aria-invalid': Boolean(error), 'aria-describedby': describedBy })}
      </div>
      {error ? (
        <p className={styles['error']} id={errorId}>
          <CircleAlert className={iconLook} aria-hidden="true" />
          {error}
        </p>
      ) : null}
      {note ? (
        <output className={classes(textStyles['small'], textStyles['mute'], styles['note'])} id={noteId}>
          {note}
        </output>
      ) : null}
    </div>
  )
}
