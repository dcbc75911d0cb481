import type { OwnCard } from '#shared/contracts/cards.ts'
import { KEEP } from '#shared/domain/card-words.ts'
import { useKeepCards } from '#web/data/account.ts'
import { getMessage } from '#web/lib/failure.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { buttonLook } from '#web/ui/button.ts'
import { toast } from '#web/ui/toast.ts'
import styles from './my-cards-screen.module.css'

type KeepWithAccountProps = { cards: readonly OwnCard[]; onKeep: () => void }

/** Offers to add cards made before the sign-in to the account. */
export function KeepWithAccount({ cards, onKeep }: KeepWithAccountProps) {
  const keepCards = useKeepCards()
  const left = cards.filter(({ kept }) => kept === false).length
  const keep = useSingleFlight(async () => {
    try {
      await keepCards.mutateAsync()
      toast.success(KEEP.done)
      onKeep()
    } catch (thrown) {
      toast.error(getMessage(thrown))
    }
  })

  return left === 0 ? null : (
    <div className={styles['keep']}>
      <p>{KEEP.text(left)}</p>
      <button type="button" className={buttonLook()} aria-disabled={keepCards.isPending} onClick={() => void keep()}>
        {KEEP.add(left)}
      </button>
    </div>
  )
}
