import { Swords } from 'lucide-react'
import type { FormEvent } from 'react'
import type { League, LeagueSeat } from '#shared/contracts/league.ts'
import { leaguePath } from '#shared/domain/league.ts'
import { useSheet } from '#web/hooks/use-sheet.ts'
import { buttonLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import { lateSheet } from '#web/ui/late-sheet.tsx'

const ChallengeSheet = lateSheet(() => import('./challenge-sheet.tsx'))

/** True if the caller's card can challenge a seat's card. Both need stats. */
export const canChallenge = ({ seats, ownSeat }: League, seat: LeagueSeat): boolean =>
  ownSeat !== null &&
  seat.number !== ownSeat &&
  [seat, seats.find(({ number }) => number === ownSeat)].every((one) => one?.card?.stats)

/** Challenges a seat's card to a duel. Without JavaScript, the duel starts without confirmation. */
export function ChallengeButton({ seat, code }: { seat: LeagueSeat; code: string }) {
  const sheet = useSheet()
  return (
    <>
      <form
        method="post"
        action={`${leaguePath(code)}/seats/${seat.number}/duels`}
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          sheet.open()
        }}
      >
        <button
          type="submit"
          className={buttonLook('full')}
          aria-haspopup="dialog"
          aria-label={`Challenge ${seat.teamName} to a duel`}
        >
          <Swords className={iconLook} aria-hidden="true" />
          Challenge
        </button>
      </form>
      {sheet.times === 0 ? null : (
        <ChallengeSheet key={sheet.times} seat={seat} code={code} open={sheet.isOpen} onClose={sheet.close} />
      )}
    </>
  )
}
