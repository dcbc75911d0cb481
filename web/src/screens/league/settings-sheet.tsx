import { CalendarPlus, Trash2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import type { League } from '#shared/contracts/league.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { useLeagueCalls } from '#web/data/leagues.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { buttonLook } from '#web/ui/button.ts'
import fieldStyles from '#web/ui/field.module.css'
import { iconLook } from '#web/ui/icon.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { toast } from '#web/ui/toast.ts'
import { LeagueFields, type LeagueSettings, toFaults, toTeam } from './league-fields.tsx'
import styles from './settings-sheet.module.css'

type SettingsSheetProps = {
  code: string
  league: League
  open: boolean
  onClose: () => void
  onSeason: () => void
  onDelete: () => void
}

/** The commissioner's settings, sent only by *Save Changes*. */
export default function SettingsSheet({ code, league, open, onClose, onSeason, onDelete }: SettingsSheetProps) {
  const formId = useId()
  const { change } = useLeagueCalls(code)
  const [settings, setSettings] = useState<LeagueSettings>({
    name: league.name,
    season: league.season,
    team: toTeam(league.team),
  })
  const [isLocked, setIsLocked] = useState(league.isLocked)
  const faults = change.error ? toFaults(change.error) : null

  const saveOnce = useSingleFlight(async () => {
    const { name, season, team } = settings
    try {
      await change.mutateAsync({ name, season, team: team.name, isLocked })
    } catch {
      // The fields show the errors.
      return
    }
    toast.blank('League updated.')
    onClose()
  })

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="League settings"
      kind="dialog"
      footer={
        <>
          <button type="button" className={buttonLook()} onClick={onClose}>
            {LABELS.cancel}
          </button>
          <button type="submit" form={formId} className={buttonLook('primary')} aria-disabled={change.isPending}>
            {LABELS.saveChanges}
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
          void saveOnce()
        }}
      >
        <LeagueFields
          settings={settings}
          change={(part) => {
            change.reset()
            setSettings((before) => ({ ...before, ...part }))
          }}
          faults={faults?.fields ?? {}}
        />
        <div className={styles['lock']}>
          <input
            id={`${formId}-lock`}
            type="checkbox"
            aria-describedby={`${formId}-lock-note`}
            checked={isLocked}
            onChange={(event) => setIsLocked(event.target.checked)}
          />
          <label htmlFor={`${formId}-lock`}>Lock joining</label>
          <p id={`${formId}-lock-note`}>Nobody new can take a seat.</p>
        </div>
        <p className={fieldStyles['error']} role="alert">
          {faults?.form}
        </p>
      </form>
      <div className={styles['others']}>
        {league.seats.length === 0 ? null : (
          <button type="button" className={buttonLook('full')} onClick={onSeason}>
            <CalendarPlus className={iconLook} aria-hidden="true" />
            Start a new season
          </button>
        )}
        <button type="button" className={buttonLook('danger', 'full')} onClick={onDelete}>
          <Trash2 className={iconLook} aria-hidden="true" />
          Delete league
        </button>
      </div>
    </Sheet>
  )
}
