import { EyeOff, KeyRound, Pencil, Trash2 } from 'lucide-react'
import { type Card, displayName, type Visibility } from '#shared/domain/card.ts'
import { FAILURE } from '#shared/domain/messages.ts'
import { useOwnCard } from '#web/data/own-card.ts'
import { getMessage } from '#web/lib/failure.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { useSheet } from '#web/hooks/use-sheet.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { buttonLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import { lateSheet } from '#web/ui/late-sheet.tsx'
import { toast } from '#web/ui/toast.ts'
import { toastRemoved } from './toast-removed.ts'
import styles from './owner-tools.module.css'

const RenameSheet = lateSheet(() => import('./rename-sheet.tsx'))
const DeleteSheet = lateSheet(() => import('./delete-sheet.tsx'))

type OwnerToolsProps = { card: Card & { visibility: Visibility }; onDeleted?: () => void }

/** The maker's tools: rename the card, remove it from the Hall, copy its manage link, delete it. */
export function OwnerTools({ card, onDeleted }: OwnerToolsProps) {
  const { copyText } = usePlatform()
  const { unpublish, manageLink } = useOwnCard(card.id)
  const renaming = useSheet()
  const deleting = useSheet()

  const removeFromHall = useSingleFlight(async () => {
    try {
      await unpublish.mutateAsync()
      toastRemoved(card.playerName)
    } catch (thrown) {
      toast.error(getMessage(thrown))
    }
  })

  const copyManageLink = useSingleFlight(async () => {
    try {
      await copyText((await manageLink.mutateAsync()).url)
      toast.blank('Manage link copied.', {
        description: 'Keep it private. Anyone with this link can delete your card.',
      })
    } catch {
      toast.error(FAILURE.copy)
    }
  })

  return (
    <fieldset className={styles['tools']} aria-label={`Your tools for ${displayName(card.playerName)}`}>
      <button type="button" className={buttonLook('quiet')} aria-haspopup="dialog" onClick={renaming.open}>
        <Pencil className={iconLook} aria-hidden="true" />
        Change nickname
      </button>
      {card.visibility === 'public' ? (
        <button
          type="button"
          className={buttonLook('quiet')}
          aria-disabled={unpublish.isPending}
          onClick={() => void removeFromHall()}
        >
          <EyeOff className={iconLook} aria-hidden="true" />
          Remove from Hall
        </button>
      ) : null}
      <button
        type="button"
        className={buttonLook('quiet')}
        aria-disabled={manageLink.isPending}
        onClick={() => void copyManageLink()}
      >
        <KeyRound className={iconLook} aria-hidden="true" />
        Copy manage link
      </button>
      <button type="button" className={buttonLook('quiet')} aria-haspopup="dialog" onClick={deleting.open}>
        <Trash2 className={iconLook} aria-hidden="true" />
        Delete
      </button>
      {renaming.times === 0 ? null : (
        <RenameSheet key={`rename-${renaming.times}`} card={card} open={renaming.isOpen} onClose={renaming.close} />
      )}
      {deleting.times === 0 ? null : (
        <DeleteSheet
          key={`delete-${deleting.times}`}
          card={card}
          open={deleting.isOpen}
          onClose={deleting.close}
          onDeleted={() => onDeleted?.()}
        />
      )}
    </fieldset>
  )
}
