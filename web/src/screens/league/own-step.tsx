import { CircleAlert } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import type { League, LeagueSeat } from '#shared/contracts/league.ts'
import { LEAGUE_SEATS, leagueGeneratorPath, leaguePath, TEAM_NAME_MAX_CHARACTERS } from '#shared/domain/league.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import { useLeagueCalls } from '#web/data/leagues.ts'
import { usePosted } from '#web/data/posted.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { useTypedBefore } from '#web/hooks/typed-before.ts'
import { getMessage } from '#web/lib/failure.ts'
import { typedText } from '#web/lib/typed-text.ts'
import { buttonLook } from '#web/ui/button.ts'
import { classes } from '#web/ui/classes.ts'
import fieldStyles from '#web/ui/field.module.css'
import { HashRule } from '#web/ui/hash-rule.tsx'
import { iconLook } from '#web/ui/icon.ts'
import textStyles from '#web/ui/text.module.css'
import { toast } from '#web/ui/toast.ts'
import { toFaults } from './league-fields.tsx'
import styles from './own-step.module.css'

/** Returns the generator's path, with the league's colors preselected. */
export const toMakePath = (code: string, { team }: Pick<League, 'team'>): string =>
  `${leagueGeneratorPath(code)}&team=${encodeURIComponent(team)}`

/** Returns the caller's next step in a league, or null. A commissioner may join too. */
export function getOwnStep({
  role,
  ownSeat,
  seats,
  isLocked,
}: League): 'join' | 'full' | 'locked' | 'make' | 'claim' | null {
  if (seats.some(({ number, isHeld }) => number === ownSeat && isHeld)) return 'claim'
  if (ownSeat !== null) return seats.some(({ number, card }) => number === ownSeat && card === null) ? 'make' : null
  if (seats.length >= LEAGUE_SEATS) return role === 'outsider' ? 'full' : null
  if (isLocked) return role === 'outsider' ? 'locked' : null
  return 'join'
}

type OwnStepProps = { code: string; league: League; step: NonNullable<ReturnType<typeof getOwnStep>> }

/** The next step as a bar, which sticks to the bottom on phones. */
export const OwnStep = ({ code, league, step }: OwnStepProps) => (
  <div
    className={classes(styles['bar'], league.role === 'commissioner' && step === 'join' && styles['calm'])}
    data-edge="bar"
  >
    <HashRule className={styles['rule']} />
    <div className={styles['inside']}>
      {step === 'join' ? <h2 className={classes(textStyles['heading'], styles['heading'])}>Take a seat</h2> : null}
      {step === 'join' ? <JoinForm code={code} seats={league.seats} isCalm={league.role === 'commissioner'} /> : null}
      {step === 'claim' ? <ClaimSeat code={code} league={league} /> : null}
      {step === 'make' ? (
        <Link className={buttonLook('primary', 'full')} to={toMakePath(code, league)}>
          Make your card
        </Link>
      ) : null}
      {step === 'full' || step === 'locked' ? <p className={styles['closed']}>{LEAGUE_FAILURE[step]}</p> : null}
    </div>
  </div>
)

/** Lets a caller with the key of a seat that the commissioner filled take that seat. */
function ClaimSeat({ code, league }: { code: string; league: League }) {
  const { join } = useLeagueCalls(code)
  const { teamName } = league.seats.find(({ number }) => number === league.ownSeat)!
  return (
    <button
      type="button"
      className={join.isPending ? buttonLook('primary', 'full', 'busy') : buttonLook('primary', 'full')}
      aria-disabled={join.isPending}
      onClick={() => {
        if (!join.isPending) join.mutate(teamName, { onError: (thrown) => void toast.error(getMessage(thrown)) })
      }}
    >
      Take the seat of {teamName}
    </button>
  )
}

/** Joins the league at the lowest free seat and opens the generator. */
function JoinForm({ code, seats, isCalm }: { code: string; seats: readonly LeagueSeat[]; isCalm: boolean }) {
  const navigate = useNavigate()
  const { join } = useLeagueCalls(code)
  const { reason = null, teamName: refused = '' } = usePosted()
  const [teamName, setTeamName] = useState(refused)
  const [fault, setFault] = useState(reason)
  const field = useTypedBefore(setTeamName)
  const typed = teamName.trim().toLowerCase()
  const held = seats.find((seat) => seat.isHeld && seat.teamName.toLowerCase() === typed)

  function refuse(words: string) {
    setFault(words)
    toast.error(words)
    field.current?.focus()
  }

  const joinOnce = useSingleFlight(async () => {
    if (teamName.trim() === '') return refuse('Type a team name first.')
    try {
      const { league, seat } = await join.mutateAsync(teamName)
      // A seat with a card means that the visitor had already joined.
      if (league.seats.some(({ number, card }) => number === seat && card !== null)) return
      void navigate(toMakePath(code, league))
    } catch (thrown) {
      const { fields, form } = toFaults(thrown)
      refuse(fields.teamName ?? form ?? Object.values(fields)[0] ?? '')
    }
  })

  return (
    <form
      className={styles['join']}
      method="post"
      action={`${leaguePath(code)}/join`}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void joinOnce()
      }}
    >
      <label className={styles['label']} htmlFor="team-name">
        Your team name
      </label>
      <div className={fault ? classes(fieldStyles['control'], fieldStyles['faulty']) : fieldStyles['control']}>
        <input
          id="team-name"
          className={fieldStyles['input']}
          ref={field}
          name="teamName"
          dir="auto"
          autoComplete="off"
          enterKeyHint="go"
          aria-invalid={fault !== null}
          aria-describedby={fault === null ? undefined : 'team-name-fault'}
          value={teamName}
          onChange={(event) => {
            setTeamName(typedText(event.target.value, TEAM_NAME_MAX_CHARACTERS))
            setFault(null)
          }}
        />
      </div>
      <button
        type="submit"
        className={isCalm ? buttonLook() : join.isPending ? buttonLook('primary', 'busy') : buttonLook('primary')}
        aria-disabled={join.isPending}
      >
        {join.isPending ? 'Joining…' : isCalm ? 'Take a seat' : 'Join'}
      </button>
      <output className={styles['held']}>
        {held === undefined
          ? null
          : `Seat ${held.number} is ready for ${held.teamName}. If that's you, ask your commissioner for the link to it.`}
      </output>
      {fault === null ? null : (
        <p className={classes(fieldStyles['error'], styles['fault'])} id="team-name-fault">
          <CircleAlert className={iconLook} aria-hidden="true" />
          {fault}
        </p>
      )}
    </form>
  )
}
