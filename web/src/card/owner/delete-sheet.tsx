import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert } from 'lucide-react'
import { type Card, displayName, type Visibility } from '#shared/domain/card.ts'
import { dropPage } from '#web/data/drop-card.ts'
import { useOwnCard } from '#web/data/own-card.ts'
import { classes } from '#web/ui/classes.ts'
import { getMessage } from '#web/lib/failure.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { buttonLook } from '#web/ui/button.ts'
import fieldStyles from '#web/ui/field.module.css'
import textStyles from '#web/ui/text.module.css'
import { iconLook } from '#web/ui/icon.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { toast } from '#web/ui/toast.ts'
import { CardPicture } from '../card-picture.tsx'
import type { CardSheetProps } from '../sheet-props.ts'
import styles from './delete-sheet.module.css'

type DeleteSheetProps = CardSheetProps<Card & { visibility: Visibility }> & { onDeleted: () => void }

/** Confirms a deletion. It cannot be undone, so the sheet says so and the safe button comes first. */
export default function DeleteSheet({ card, open, onClose, onDeleted }: DeleteSheetProps) {
  const cache = useQueryClient()
  const { remove } = useOwnCard(card.id)
  const name = displayName(card.playerName)

  const deleteCard = useSingleFlight(async () => {
    try {
      await remove.mutateAsync()
    } catch {
      // The sheet shows why.
      return
    }
    // The row may already be gone from the list. On the card's own page, the visitor leaves first.
    toast.blank(`${name} was deleted.`)
    onClose()
    onDeleted()
    dropPage(cache, card.id)
  })

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={`Delete ${name}?`}
      kind="dialog"
      mini={<CardPicture card={card} sizes="44px" decorative />}
      footer={
        <>
          <button type="button" className={buttonLook()} onClick={onClose}>
            Keep the card
          </button>
          <button
            type="button"
            className={classes(buttonLook('danger'), styles['danger'])}
            aria-disabled={remove.isPending}
            onClick={() => void deleteCard()}
          >
            {remove.isPending ? 'Deleting' : 'Delete for good'}
          </button>
        </>
      }
    >
      {card.visibility === 'draft' ? (
        <p>This deletes the card and its images. We can't undo this.</p>
      ) : (
        <>
          <p>
            This deletes the card, its images and its votes. The link stops working within five minutes. We can't undo
            this.
          </p>
          <p className={classes(textStyles['small'], textStyles['mute'], styles['after'])}>
            If it was reported for harm, its photo can't enter the Hall for a week.
          </p>
        </>
      )}
      <p className={classes(fieldStyles['error'], styles['fault'])} role="alert">
        {remove.error ? (
          <>
            <CircleAlert className={iconLook} aria-hidden="true" />
            {getMessage(remove.error)}
          </>
        ) : null}
      </p>
    </Sheet>
  )
}
