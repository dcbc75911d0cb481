import { KeyRound } from 'lucide-react'
import { FAILURE } from '#shared/domain/messages.ts'
import { useOwnCard } from '#web/data/own-card.ts'
import { useConfirmation } from '#web/hooks/confirmation.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { iconLook } from '#web/ui/icon.ts'
import { toast } from '#web/ui/toast.ts'

/** Copies the link that makes any browser an owner of the card. */
export function ManageLinkWay({ id }: { id: string }) {
  const { copyText } = usePlatform()
  const { manageLink } = useOwnCard(id)
  const { confirmed, confirm } = useConfirmation<'manage'>()

  const copy = useSingleFlight(async () => {
    try {
      await copyText((await manageLink.mutateAsync()).url)
      confirm('manage')
    } catch {
      toast.error(FAILURE.copy)
    }
  })

  return (
    <li>
      <button type="button" aria-disabled={manageLink.isPending} onClick={() => void copy()}>
        <KeyRound className={iconLook} aria-hidden="true" />
        <b>{confirmed === 'manage' ? 'Copied' : 'Copy manage link'}</b>
        <span>To edit this card on another device. Keep it private: anyone with it can change or delete the card</span>
      </button>
    </li>
  )
}
