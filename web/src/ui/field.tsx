import { CircleAlert } from 'lucide-react'
import { type ReactNode, useId } from 'react'

type FieldProps = {
  label: string
  counter?: string | undefined
  error?: string | undefined
  /** What is worth knowing about what was typed, and does not block the form. */
  note?: string | undefined
  /** Draws the control with what ties it to its label and its error. */
  children: (props: FieldControl) => ReactNode
}

export type FieldControl = {
  id: string
  className: string
  'aria-invalid': boolean
  'aria-describedby': string | undefined
}

/** A labelled control with room for a counter and for what is wrong. */
export function Field({ label, counter, error, note, children }: FieldProps) {
  const id = useId()
  const errorId = error ? `${id}-error` : undefined
  const noteId = note ? `${id}-note` : undefined
  const describedBy = [errorId, noteId].filter((one) => one !== undefined).join(' ') || undefined
  return (
    <div>
      <div className="lab">
        <label htmlFor={id}>{label}</label>
        {counter ? <span className="cnt">{counter}</span> : null}
      </div>
      <div className={error ? 'fld bad' : 'fld'}>
        {children({ id, className: 'inp', 'aria-invalid': Boolean(error), 'aria-describedby': describedBy })}
      </div>
      {error ? (
        <p className="err" id={errorId}>
          <CircleAlert className="i" aria-hidden="true" />
          {error}
        </p>
      ) : null}
      {note ? (
        <output className="small mute fld-note" id={noteId}>
          {note}
        </output>
      ) : null}
    </div>
  )
}
