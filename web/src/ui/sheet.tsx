import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { useBackCloses } from '#web/navigation/back-closes.ts'
import { classes } from './classes.ts'
import { buttonLook } from './button.ts'
import { HashRule } from './hash-rule.tsx'
import { iconLook } from './icon.ts'
import styles from './sheet.module.css'

type SheetProps = {
  open: boolean
  onClose: () => void
  title: string
  /** `sheet`: at the bottom on phones, over the form's half on wide screens. `dialog`: centered on wide screens. */
  kind?: 'sheet' | 'dialog'
  /** Fills the height on phones. */
  tall?: boolean
  /** The subject, announced with the title. */
  lead?: string | undefined
  /** A small picture before the title. */
  mini?: ReactNode
  /** Shown between the title and the scrolling part. */
  top?: ReactNode
  /** A message above the footer, announced when it appears. */
  notice?: string | null
  /** The element to focus after closing, if the opener is gone. */
  returnTo?: () => HTMLElement | null
  footer: ReactNode
  children: ReactNode
}

/** A modal sheet or dialog. Escape, Back and the close button return the focus to the opener. */
export function Sheet({
  open,
  onClose,
  title,
  kind = 'sheet',
  lead,
  tall,
  mini,
  top,
  notice,
  returnTo,
  footer,
  children,
}: SheetProps) {
  const popup = useRef<HTMLDivElement>(null)
  useBackCloses(open, onClose)

  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className={kind === 'sheet' ? classes(styles['scrim'], styles['half']) : styles['scrim']} />
        <Dialog.Popup
          ref={popup}
          initialFocus={() => firstFocusIn(popup.current) ?? true}
          finalFocus={() => returnTo?.() ?? true}
          className={classes(styles['sheet'], kind === 'dialog' && styles['dialog'], tall && styles['tall'])}
          data-edge="sheet"
        >
          <div className={styles['head']}>
            {mini ? <div className={styles['mini']}>{mini}</div> : null}
            <Dialog.Title className={styles['title']}>{title}</Dialog.Title>
            <Dialog.Close className={buttonLook('quiet', 'square')} aria-label="Close">
              <X className={iconLook} aria-hidden="true" />
            </Dialog.Close>
          </div>
          {lead ? <Dialog.Description className={styles['lead']}>{lead}</Dialog.Description> : null}
          {top}
          <div className={styles['body']}>{children}</div>
          <HashRule />
          <output className={styles['notice']}>{notice}</output>
          <div className={styles['footer']}>{footer}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

/** Returns the primary action or the chosen option, else the first option, for the initial focus. */
const firstFocusIn = (popup: HTMLElement | null): HTMLElement | null | undefined =>
  popup?.querySelector<HTMLElement>('[data-first-focus], input:checked') ??
  popup?.querySelector<HTMLElement>('[role="radiogroup"] input')
