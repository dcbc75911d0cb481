import type { ReactNode } from 'react'

type FormNoteProps = { children: ReactNode; action: string; onAction: () => void }

/** Where a form comes from, and the way back. */
export const FormNote = ({ children, action, onAction }: FormNoteProps) => (
  <p className="note">
    <span>{children}</span>
    <button type="button" className="link" onClick={onAction}>
      {action}
    </button>
  </p>
)
