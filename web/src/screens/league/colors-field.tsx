import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { LABELS } from '#shared/domain/messages.ts'
import { type Team, TEAMS } from '#shared/domain/team.ts'
import { teamAttribute } from '#web/card/team-scope.ts'
import { isTeamFound, TeamTile } from '#web/card/team-tile.tsx'
import { buttonLook } from '#web/ui/button.ts'
import { classes } from '#web/ui/classes.ts'
import fieldStyles from '#web/ui/field.module.css'
import { iconLook } from '#web/ui/icon.ts'
import { fetchEarly, lateSheet } from '#web/ui/late-sheet.tsx'
import type { PickerProps } from '#web/ui/picker.tsx'
import swatchStyles from '#web/ui/swatch.module.css'
import styles from './colors-field.module.css'

const loadPicker = () => import('#web/ui/picker.tsx')
const Picker = lateSheet(loadPicker) as <T extends { readonly id: string }>(props: PickerProps<T>) => ReactNode

const GROUPS = [{ name: null, options: TEAMS }]
const SEARCH = { label: 'Search team or color', matches: isTeamFound, none: 'No team or color matches that.' }

type ColorsFieldProps = { team: Team; onChange: (team: Team) => void; error?: string | undefined; mini: ReactNode }

/** Picks a league's colors from those of the 32 teams. A select without JavaScript. */
export function ColorsField({ team, onChange, error, mini }: ColorsFieldProps) {
  const id = useId()
  const [sheet, setSheet] = useState<'never' | 'open' | 'closed'>('never')
  const close = () => setSheet('closed')
  return (
    <div>
      <div className={fieldStyles['label']} id={id}>
        {LABELS.teamColors}
      </div>
      {/* The server reads the first field with a name, so without JavaScript this one wins. */}
      <noscript>
        <select className={fieldStyles['input']} name="team" aria-labelledby={id} defaultValue={team.name}>
          {TEAMS.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </noscript>
      <input type="hidden" name="team" value={team.name} />
      <button
        type="button"
        className={styles['pick']}
        aria-haspopup="dialog"
        aria-describedby={error ? `${id}-error` : undefined}
        onClick={() => setSheet('open')}
        onPointerEnter={fetchEarly(loadPicker)}
        onFocus={fetchEarly(loadPicker)}
      >
        <span className={classes(swatchStyles['swatch'], styles['swatch'])} {...teamAttribute(team)} />
        <span className={styles['words']}>
          <b>{team.name}</b>
          <span>{team.description}</span>
        </span>
        <ChevronDown className={iconLook} aria-hidden="true" />
      </button>
      {error ? (
        <p className={fieldStyles['error']} id={`${id}-error`}>
          {error}
        </p>
      ) : null}
      {sheet === 'never' ? null : (
        <Picker
          open={sheet === 'open'}
          onClose={close}
          title={LABELS.teamColors}
          groups={GROUPS}
          chosen={team}
          onChange={onChange}
          layout="tiles"
          renderTile={(one) => <TeamTile team={one} />}
          search={SEARCH}
          mini={mini}
          footer={
            <button type="button" className={buttonLook('primary')} onClick={close}>
              Use these colors
            </button>
          }
        />
      )}
    </div>
  )
}
