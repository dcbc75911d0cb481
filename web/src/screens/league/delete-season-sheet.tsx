import type { PastSeason } from '#shared/contracts/league.ts'
import { useLeagueCalls } from '#web/data/leagues.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { toast } from '#web/ui/toast.ts'
import { Question } from './question.tsx'

type DeleteSeasonSheetProps = { code: string; season: PastSeason; open: boolean; onClose: () => void }

/** Confirms deleting a past season. */
export default function DeleteSeasonSheet({ code, season, open, onClose }: DeleteSeasonSheetProps) {
  const { deleteSeason } = useLeagueCalls(code)

  const deleteOnce = useSingleFlight(async () => {
    try {
      await deleteSeason.mutateAsync(season.number)
    } catch {
      // The sheet shows why.
      return
    }
    toast.blank(`Season ${season.name} was deleted.`)
    onClose()
  })

  return (
    <Question
      open={open}
      onClose={onClose}
      title={`Delete season ${season.name}?`}
      keep={LABELS.cancel}
      actionLabel="Delete for good"
      error={deleteSeason.error}
      isPending={deleteSeason.isPending}
      onConfirm={() => void deleteOnce()}
    >
      <p>This deletes its roster, awards and votes for everyone. The cards stay. We can't undo this.</p>
    </Question>
  )
}
