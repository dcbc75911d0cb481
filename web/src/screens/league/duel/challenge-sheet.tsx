import { useNavigate } from 'react-router-dom'
import type { LeagueSeat } from '#shared/contracts/league.ts'
import { duelPath } from '#shared/domain/league-duel.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { useChallenge } from '#web/data/league-duels.ts'
import { getMessage } from '#web/lib/failure.ts'
import { buttonLook } from '#web/ui/button.ts'
import fieldStyles from '#web/ui/field.module.css'
import { Sheet } from '#web/ui/sheet.tsx'
import { RULES } from './duel-words.ts'

type ChallengeSheetProps = { seat: LeagueSeat; code: string; open: boolean; onClose: () => void }

/** States the rules of a duel, starts it and opens its page. */
export default function ChallengeSheet({ seat, code, open, onClose }: ChallengeSheetProps) {
  const navigate = useNavigate()
  const challenge = useChallenge(code)
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={`Challenge ${seat.teamName}?`}
      kind="dialog"
      footer={
        <>
          <button type="button" className={buttonLook()} onClick={onClose}>
            {LABELS.cancel}
          </button>
          <button
            type="button"
            data-first-focus
            className={challenge.isPending ? buttonLook('primary', 'busy') : buttonLook('primary')}
            aria-disabled={challenge.isPending}
            onClick={() => {
              if (challenge.isPending) return
              challenge.mutate(seat.number, {
                onSuccess: ({ duel }) => void navigate(duelPath(code, duel.number), { replace: true }),
              })
            }}
          >
            Start the duel
          </button>
        </>
      }
    >
      <p>{RULES}</p>
      <p className={fieldStyles['error']} role="alert">
        {challenge.error === null ? null : getMessage(challenge.error)}
      </p>
    </Sheet>
  )
}
