import { LEAGUE_NAME_MAX_CHARACTERS, LEAGUE_SEASON_MAX_CHARACTERS } from '#shared/domain/league.ts'
import { getTeam, type Team, TEAMS } from '#shared/domain/team.ts'
import { CodedError } from '#shared/client/coded-error.ts'
import { Crest } from '#web/card/crest.tsx'
import { useTypedBefore } from '#web/hooks/typed-before.ts'
import { getMessage } from '#web/lib/failure.ts'
import { typedText } from '#web/lib/typed-text.ts'
import { Field } from '#web/ui/field.tsx'
import { ColorsField } from './colors-field.tsx'
import styles from './league-fields.module.css'

export type LeagueSettings = { name: string; season: string; team: Team }
/** @param name a team's name; an unknown one gives the first team */
export const toTeam = (name: string): Team => getTeam(name) ?? TEAMS[0]!

type FieldName = keyof LeagueSettings | 'teamName' | 'title'

/** Error messages by field, and one for the whole form. */
export type Faults = { readonly fields: Partial<Record<FieldName, string>>; readonly form: string | null }

export const NO_FAULTS: Faults = { fields: {}, form: null }

/** Converts a server error to error messages. */
export function toFaults(thrown: unknown): Faults {
  const details = thrown instanceof CodedError && Array.isArray(thrown.details) ? (thrown.details as unknown[]) : []
  const fields = Object.fromEntries(details.filter(isDetail).map(({ path, message }) => [path, message]))
  const isAtFields = Object.keys(fields).length > 0
  return { fields, form: isAtFields ? null : getMessage(thrown) }
}

const isDetail = (detail: unknown): detail is { path: string; message: string } =>
  typeof (detail as { path?: unknown } | null)?.path === 'string' &&
  typeof (detail as { message?: unknown } | null)?.message === 'string'

type LeagueFieldsProps = {
  settings: LeagueSettings
  change: (part: Partial<LeagueSettings>) => void
  faults: Faults['fields']
}

/** The fields for a league's name, season and colors. */
export function LeagueFields({ settings: { name, season, team }, change, faults }: LeagueFieldsProps) {
  const nameField = useTypedBefore((text) => change({ name: text }))
  const seasonField = useTypedBefore((text) => change({ season: text }))
  return (
    <>
      <div className={styles['names']}>
        <Field label="League name" error={faults.name} counter={`${name.length} of ${LEAGUE_NAME_MAX_CHARACTERS}`}>
          {(control) => (
            <input
              {...control}
              ref={nameField}
              name="name"
              dir="auto"
              autoComplete="off"
              value={name}
              onChange={(event) => change({ name: typedText(event.target.value, LEAGUE_NAME_MAX_CHARACTERS) })}
            />
          )}
        </Field>
        <Field label="Season" error={faults.season}>
          {(control) => (
            <input
              {...control}
              ref={seasonField}
              name="season"
              dir="auto"
              autoComplete="off"
              value={season}
              onChange={(event) => change({ season: typedText(event.target.value, LEAGUE_SEASON_MAX_CHARACTERS) })}
            />
          )}
        </Field>
      </div>
      <ColorsField
        team={team}
        onChange={(picked) => change({ team: picked })}
        error={faults.team}
        mini={<Crest name={name} team={team.name} />}
      />
    </>
  )
}
