import { displayName } from '#shared/domain/card.ts'
import { toast } from '#web/ui/toast.ts'

/** Tells the maker that the card is out of the Hall, and who can still see it. */
export const toastRemoved = (playerName: string): string =>
  toast.blank(`${displayName(playerName)} is out of the Hall.`, {
    description: 'Anyone with the link can still see it.',
  })
