import '#web/styles/sheet.css'
import { Dialog } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { HashRule } from './hash-rule.tsx'

type SheetProps = {
  open: boolean
  onClose: () => void
  title: string
  /** `sheet`: from the bottom on phones, over the form's half on wide screens. `dialog`: in the middle there. */
  kind?: 'sheet' | 'dialog'
  /** Fills the height on phones. */
  tall?: boolean
  /** A small picture before the title. */
  mini?: ReactNode
  /** What stands between the title and the scrolling part. */
  top?: ReactNode
  /** A sentence above the footer that is read aloud when it comes. */
  notice?: string | null
  footer: ReactNode
  children: ReactNode
}

/** A modal surface. Focus goes in, Escape and the close button bring it back to the opener. */
export function Sheet({ open, onClose, title, kind = 'sheet', tall, mini, top, notice, footer, children }: SheetProps) {
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open={open} onOpenChange={(next) => (next ? undefined : onClose())}>
      <Dialog.Portal>
        <Dialog.Backdrop className={kind === 'sheet' ? 'scrim half' : 'scrim'} />
        <Dialog.Popup
          ref={popup}
          // What is chosen comes into view; without a choice the first control takes the focus.
          initialFocus={() => popup.current?.querySelector<HTMLElement>('input:checked') ?? true}
          className={`sheet${kind === 'dialog' ? ' dlg' : ''}${tall ? ' tall' : ''}`}
        >
          <div className="sheet-h">
            {mini ? <div className="mini">{mini}</div> : null}
            <Dialog.Title className="sheet-t">{title}</Dialog.Title>
            <Dialog.Close className="btn quiet sq" aria-label="Close">
              <X className="i" aria-hidden="true" />
            </Dialog.Close>
          </div>
          {top}
          <div className="sheet-b">{children}</div>
          <HashRule />
          <output className="sheet-n">{notice}</output>
          <div className="sheet-f">{footer}</div>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
