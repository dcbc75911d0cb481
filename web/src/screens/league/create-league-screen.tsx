import { type FormEvent, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { getSeason, LEAGUE_SEATS, leaguePath } from '#shared/domain/league.ts'
import { Crest } from '#web/card/crest.tsx'
import { Floor, Lamps } from '#web/card/stage.tsx'
import { teamAttribute } from '#web/card/team-scope.ts'
import { useCreateLeague, useStoredLeagues } from '#web/data/leagues.ts'
import { usePosted } from '#web/data/posted.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { buttonLook } from '#web/ui/button.ts'
import { classes } from '#web/ui/classes.ts'
import fieldStyles from '#web/ui/field.module.css'
import { Page } from '#web/ui/page.tsx'
import textStyles from '#web/ui/text.module.css'
import { toast, withdrawError } from '#web/ui/toast.ts'
import { type Faults, LeagueFields, type LeagueSettings, NO_FAULTS, toFaults, toTeam } from './league-fields.tsx'
import styles from './create-league-screen.module.css'

const HEADING = 'One link for your league'

/** The form that starts a league and then opens its page. */
export default function CreateLeagueScreen() {
  const { element, settings, faults, isSending, change, submit } = useLeagueForm()
  const { name, season, team } = settings
  return (
    <Page title="Start a league" className={styles['page']}>
      <div className={styles['intro']}>
        <h1 className={textStyles['title']} tabIndex={-1}>
          {HEADING}
        </h1>
        <p className={textStyles['mute']}>
          Up to {LEAGUE_SEATS} friends, one card each, all in one place. No sign-in, and only people with the link can
          see it.
        </p>
      </div>
      <div className={styles['stage']} {...teamAttribute(team)}>
        <Lamps className={styles['lamps']} />
        <Floor className={styles['floor']} />
        <Crest className={styles['crest']} name={name || 'Your League'} team={team.name} />
        <p className={styles['name']} dir="auto">
          {name.trim() || 'Your league'}
        </p>
        <p className={styles['season']} dir="auto">
          {season.trim()}
        </p>
      </div>
      <div className={styles['form']}>
        <form method="post" action="/league" onSubmit={submit} noValidate ref={element}>
          <LeagueFields settings={settings} change={change} faults={faults.fields} />
          <div>
            <button
              type="submit"
              className={isSending ? buttonLook('primary', 'full', 'busy') : buttonLook('primary', 'full')}
              aria-disabled={isSending}
            >
              {isSending ? 'Creating league…' : 'Create league'}
            </button>
            <p className={fieldStyles['error']} role="alert">
              {faults.form}
            </p>
          </div>
        </form>
        <OwnLeagues />
      </div>
    </Page>
  )
}

/** State of the form. It keeps typed text when a submission fails. */
function useLeagueForm() {
  const { now } = usePlatform()
  const navigate = useNavigate()
  const create = useCreateLeague()
  const { refused } = usePosted()
  const [settings, setSettings] = useState<LeagueSettings>(() => ({
    name: refused?.name ?? '',
    season: refused?.season ?? getSeason(now()),
    team: toTeam(refused?.team ?? ''),
  }))
  const [faults, setFaults] = useState<Faults>(() => (refused ? toPostedFaults(refused.fault) : NO_FAULTS))
  const element = useRef<HTMLFormElement>(null)

  function refuse(found: Faults) {
    setFaults(found)
    const [first] = Object.keys(found.fields)
    toast.error(found.form ?? Object.values(found.fields)[0] ?? '')
    if (first) element.current?.querySelector<HTMLElement>(`input[name="${first}"]`)?.focus()
  }

  const sendOnce = useSingleFlight(async () => {
    const { name, season, team } = settings
    if (name.trim() === '') return refuse({ fields: { name: 'Give your league a name.' }, form: null })
    try {
      const { code } = await create.mutateAsync({ name, season, team: team.name })
      void navigate(leaguePath(code))
    } catch (thrown) {
      refuse(toFaults(thrown))
    }
  })

  return {
    element,
    settings,
    faults,
    isSending: create.isPending,
    change(part: Partial<LeagueSettings>) {
      setSettings((before) => ({ ...before, ...part }))
      setFaults(NO_FAULTS)
      withdrawError()
    },
    submit(event: FormEvent) {
      event.preventDefault()
      void sendOnce()
    },
  }
}

/** @param fault the error of a form posted without JavaScript: a message, and the fields it is about */
const toPostedFaults = ({ message, fields }: { message: string; fields: readonly string[] }): Faults => ({
  fields: Object.fromEntries(fields.map((field) => [field, message])),
  form: fields.length > 0 ? null : message,
})

/** The leagues that this browser has opened. Otherwise visitors can reach a league only by its link. */
function OwnLeagues() {
  const leagues = useStoredLeagues()
  if (leagues.length === 0) return null
  return (
    <section className={styles['own']} aria-labelledby="own-leagues">
      <h2 className={textStyles['heading']} id="own-leagues">
        Your leagues
      </h2>
      <ul>
        {leagues.map(({ code, league }) => (
          <li key={code}>
            <Link to={leaguePath(code)}>
              <Crest className={styles['mini']} name={league.name} team={league.team} />
              <span>
                <b dir="auto">{league.name}</b>
                <span className={classes(textStyles['small'], textStyles['mute'])} dir="auto">
                  {league.season}
                </span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
