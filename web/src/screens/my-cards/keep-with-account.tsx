import type { OwnCard } from '#shared/contracts/cards.ts'
import { KEEP } from '#shared/domain/messages.ts'
import { useKeepCards } from '#web/data/account.ts'
import { wordsOf } from '#web/lib/failure.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { buttonLook } from '#web/ui/button.ts'
import { toast } from '#web/ui/toast.ts'
import styles from './my-cards-screen.module.css'

type KeepWithAccountProps = { cards: readonly OwnCard[]; onKept: () => void }

/** Offers a signed-in user to claim the cards that this browser made before the sign-in. */
export function KeepWithAccount({ cards, onKept }: KeepWithAccountProps) {
  const keepCards = useKeepCards()
  const left = cards.filter(({ kept }) => kept === false).length
  const keep = useSingleFlight(async () => {
    try {
      await keepCards.mutateAsync()
      toast.success(KEEP.done)
      onKept()
    } catch (thrown) {
      toast.error(wordsOf(thrown))
    }
  })

  return left === 0 ? null : (
    <div className={styles['keep']}>
      <p>{KEEP.says(left)}</p>
      <button type="button" className={buttonLook()} aria-disabled={keepCards.isPending} onClick={() => void keep()}>
        {KEEP.act(left)}
      </button>
    </div>
  )
}
