import { type FormEvent, useId, useState } from 'react'
import type { League } from '#shared/contracts/league.ts'
import { LEAGUE_SEASON_MAX_CHARACTERS, toNextSeason } from '#shared/domain/league.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { useLeagueCalls } from '#web/data/leagues.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { getMessage } from '#web/lib/failure.ts'
import { typedText } from '#web/lib/typed-text.ts'
import { buttonLook } from '#web/ui/button.ts'
import { Field } from '#web/ui/field.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import textStyles from '#web/ui/text.module.css'
import { toast } from '#web/ui/toast.ts'
import { toFaults } from './league-fields.tsx'
import styles from './season-sheet.module.css'

type SeasonSheetProps = { code: string; league: League; open: boolean; onClose: () => void }

/** Archives the current season and starts the next one. */
export default function SeasonSheet({ code, league, open, onClose }: SeasonSheetProps) {
  const formId = useId()
  const { closeSeason } = useLeagueCalls(code)
  // Keeps the closing season's name after the response has replaced it.
  const [{ season: ending, after }] = useState({ season: league.season, after: league.seasons[0]?.number ?? 0 })
  const [season, setSeason] = useState(() => toNextSeason(ending))
  const { error } = closeSeason
  const faults = error && toFaults(error)

  const startOnce = useSingleFlight(async () => {
    try {
      await closeSeason.mutateAsync({ season, after })
    } catch {
      // The field shows the error.
      return
    }
    toast.blank(`Season ${season.trim()} is on.`)
    onClose()
  })

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Start a new season?"
      kind="dialog"
      footer={
        <>
          <button type="button" className={buttonLook()} onClick={onClose}>
            {LABELS.cancel}
          </button>
          <button type="submit" form={formId} className={buttonLook('primary')} aria-disabled={closeSeason.isPending}>
            Start season
          </button>
        </>
      }
    >
      <form
        id={formId}
        className={styles['form']}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void startOnce()
        }}
      >
        <p>{ending} moves to Past seasons with its roster, awards and votes. Everyone keeps their seat and card.</p>
        <p className={textStyles['mute']}>Awards and votes start over.</p>
        <Field
          label="New season"
          error={faults ? (faults.fields.season ?? faults.form ?? getMessage(error)) : undefined}
        >
          {(control) => (
            <input
              {...control}
              data-first-focus
              dir="auto"
              autoComplete="off"
              value={season}
              onChange={(event) => {
                closeSeason.reset()
                setSeason(typedText(event.target.value, LEAGUE_SEASON_MAX_CHARACTERS))
              }}
            />
          )}
        </Field>
      </form>
    </Sheet>
  )
}
