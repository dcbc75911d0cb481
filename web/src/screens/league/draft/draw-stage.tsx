import { useState } from 'react'
import type { LeagueDraw } from '#shared/contracts/league-draws.ts'
import type { League } from '#shared/contracts/league.ts'
import { CardPicture } from '#web/card/card-picture.tsx'
import { Crest } from '#web/card/crest.tsx'
import { teamAttribute } from '#web/card/team-scope.ts'
import { useSecondsLeft } from '#web/hooks/seconds-left.ts'
import { classes } from '#web/ui/classes.ts'
import textStyles from '#web/ui/text.module.css'
import { type DraftPick, findCard, toPicks, toTeamName } from './draft-order.ts'
import styles from './draw-stage.module.css'

type DrawStageProps = {
  league: League
  draw: LeagueDraw
  /** Time of the next reveal by this browser's clock. Null while unknown, and at the end. */
  nextAt: number | null
}

/** A draw in progress, with the latest card in the spotlight and all picks below. */
export function DrawStage({ league, draw, nextAt }: DrawStageProps) {
  const [openAtFirst] = useState(draw.picks.length)
  const picks = toPicks(draw)
  const latest = picks.find(({ seat }) => seat !== null)
  const isNew = draw.picks.length > openAtFirst
  return (
    <div className={styles['stage']} {...teamAttribute(league.team)}>
      <div className={styles['light']}>
        {latest === undefined ? (
          <Countdown league={league} nextAt={nextAt} />
        ) : (
          <div key={latest.pick} className={classes(styles['latest'], isNew && styles['opened'])}>
            <Face league={league} pick={latest} sizes="220px" />
          </div>
        )}
        {latest === undefined ? null : (
          <div className={styles['words']}>
            <p className={styles['pick']}>{latest.pick === 1 ? 'First pick' : `Pick ${latest.pick}`}</p>
            <p className={styles['team']} dir="auto">
              {latest.seat === null ? null : toTeamName(latest.seat)}
            </p>
            {draw.seed === null ? <Next left={latest.pick - 1} nextAt={nextAt} /> : null}
          </div>
        )}
      </div>
      <output className={textStyles['unseen']}>
        {latest !== undefined && latest.seat !== null && isNew
          ? `Pick ${latest.pick}: ${toTeamName(latest.seat)}`
          : null}
      </output>
      <ol className={styles['board']} aria-label="Draft order">
        {picks.map((pick) => (
          <li key={pick.pick} className={pick.pick === latest?.pick ? styles['now'] : undefined}>
            <div className={styles['tile']}>
              <Face league={league} pick={pick} sizes="120px" />
              <b className={styles['number']}>
                <span className={textStyles['unseen']}>Pick </span>
                {pick.pick}
              </b>
            </div>
            <span className={styles['name']} dir="auto">
              {pick.seat === null ? <span className={textStyles['unseen']}>Not open yet</span> : toTeamName(pick.seat)}
            </span>
          </li>
        ))}
      </ol>
    </div>
  )
}

/** A pick's card, or its back until the pick is revealed. A seat without a card shows its crest. */
function Face({ league, pick: { seat }, sizes }: { league: League; pick: DraftPick; sizes: string }) {
  const card = seat === null ? null : findCard(league, seat)
  if (card !== null) return <CardPicture card={card} sizes={sizes} early decorative />
  return (
    <div className={classes(styles['face'], seat === null && styles['closed'])}>
      <Crest className={styles['crest']} name={league.name} team={league.team} />
    </div>
  )
}

function Countdown({ league, nextAt }: { league: League; nextAt: number | null }) {
  const seconds = useSecondsLeft(nextAt)
  return (
    <div className={styles['countdown']}>
      <Crest className={styles['crest']} name={league.name} team={league.team} />
      <p>
        <span>First card in</span>
        <b role="timer">{nextAt === null ? '…' : seconds}</b>
      </p>
    </div>
  )
}

function Next({ left, nextAt }: { left: number; nextAt: number | null }) {
  const seconds = useSecondsLeft(nextAt)
  return (
    <p className={styles['next']}>
      {left === 1 ? 'One more' : `${left} more`}
      {nextAt === null ? null : (
        <>
          , the next one in <span role="timer">{seconds}</span>
        </>
      )}
    </p>
  )
}
