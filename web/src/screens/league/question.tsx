import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { getMessage } from '#web/lib/failure.ts'
import { buttonLook } from '#web/ui/button.ts'
import fieldStyles from '#web/ui/field.module.css'
import { iconLook } from '#web/ui/icon.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import styles from './question.module.css'

type QuestionProps = {
  open: boolean
  onClose: () => void
  title: string
  keep: string
  actionLabel: string
  error: unknown
  isPending: boolean
  onConfirm: () => void
  children: ReactNode
}

/** A confirmation dialog for an irreversible action. The safe button comes first. */
export const Question = ({
  open,
  onClose,
  title,
  keep,
  actionLabel,
  error,
  isPending,
  onConfirm,
  children,
}: QuestionProps) => (
  <Sheet
    open={open}
    onClose={onClose}
    title={title}
    kind="dialog"
    footer={
      <>
        <button type="button" className={buttonLook()} onClick={onClose}>
          {keep}
        </button>
        <button type="button" className={buttonLook('danger')} aria-disabled={isPending} onClick={onConfirm}>
          {actionLabel}
        </button>
      </>
    }
  >
    <div className={styles['question']}>{children}</div>
    <p className={fieldStyles['error']} role="alert">
      {error ? (
        <>
          <CircleAlert className={iconLook} aria-hidden="true" />
          {getMessage(error)}
        </>
      ) : null}
    </p>
  </Sheet>
)
