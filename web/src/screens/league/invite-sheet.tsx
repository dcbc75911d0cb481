import type { League } from '#shared/contracts/league.ts'
import { buttonLook } from '#web/ui/button.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { Invite } from './invite.tsx'

type InviteSheetProps = { code: string; league: League; open: boolean; onClose: () => void }

/** The invite options, opened from the line about open seats. */
export default function InviteSheet({ code, league, open, onClose }: InviteSheetProps) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Invite"
      kind="dialog"
      footer={
        <button type="button" className={buttonLook()} onClick={onClose}>
          Close
        </button>
      }
    >
      <Invite code={code} league={league} />
    </Sheet>
  )
}
