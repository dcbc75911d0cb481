import { Swords } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { LeagueDuel } from '#shared/contracts/league-duels.ts'
import type { League } from '#shared/contracts/league.ts'
import { duelPath } from '#shared/domain/league-duel.ts'
import { useDuel } from '#web/data/league-duels.ts'
import { linkLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import textStyles from '#web/ui/text.module.css'
import { describeDuel } from './duel-words.ts'
import styles from './duels.module.css'

/** The latest duels of a league. Follows a running duel live. */
export function Duels({ code, league: { duels } }: { code: string; league: League }) {
  if (duels.length === 0) return null
  return (
    <section className={styles['duels']} aria-labelledby="duels">
      <h2 className={textStyles['heading']} id="duels">
        Duels
      </h2>
      <ul>
        {duels.map((duel) => (
          <DuelLine key={duel.number} code={code} known={duel} />
        ))}
      </ul>
    </section>
  )
}

function DuelLine({ code, known }: { code: string; known: LeagueDuel }) {
  const { duel } = useDuel(code, known)
  return (
    <li>
      <Link className={linkLook} to={duelPath(code, duel.number)} dir="auto">
        {describeDuel(duel)}
      </Link>
      {duel.seed === null ? <span className={styles['live']}>Live</span> : null}
    </li>
  )
}

/** A running duel, shown at the top of the league's page. */
export function LiveDuel({ code, league }: { code: string; league: League }) {
  const running = league.duels.find(({ seed }) => seed === null)
  return running === undefined ? null : (
    <Announcement key={running.number} code={code} known={running} ownSeat={league.ownSeat} />
  )
}

function Announcement({ code, known, ownSeat }: { code: string; known: LeagueDuel; ownSeat: number | null }) {
  const { duel } = useDuel(code, known)
  const { challenger, opponent, rounds, seed } = duel
  const isMine = opponent.seat === ownSeat && rounds.length === 0
  return (
    <p className={styles['announcement']}>
      <Swords className={iconLook} aria-hidden="true" />
      <output dir="auto">
        {isMine
          ? `${challenger.teamName} challenges you to a duel.`
          : `${seed === null ? 'Duel' : 'Final'}: ${describeDuel(duel)}`}
      </output>
      <Link className={linkLook} to={duelPath(code, duel.number)}>
        {seed === null ? 'Watch' : 'See the duel'}
      </Link>
    </p>
  )
}
