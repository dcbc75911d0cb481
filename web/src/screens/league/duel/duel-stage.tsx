import { useState } from 'react'
import type { LeagueDuel } from '#shared/contracts/league-duels.ts'
import type { League } from '#shared/contracts/league.ts'
import { DUEL_SIDES, type DuelSide, getRoundWinner, getScore, getWinner } from '#shared/domain/league-duel.ts'
import { STATS } from '#shared/domain/stats.ts'
import { CardPicture } from '#web/card/card-picture.tsx'
import { Crest } from '#web/card/crest.tsx'
import { teamAttribute } from '#web/card/team-scope.ts'
import { useSecondsLeft } from '#web/hooks/seconds-left.ts'
import { classes } from '#web/ui/classes.ts'
import textStyles from '#web/ui/text.module.css'
import { toStats } from './duel-words.ts'
import styles from './duel-stage.module.css'

type DuelStageProps = {
  league: League
  duel: LeagueDuel
  /** Time of the next reveal by this browser's clock. Null while unknown, and at the end. */
  nextAt: number | null
}

/** Both cards of a duel, the score between them and the revealed rounds. */
export function DuelStage({ league, duel, nextAt }: DuelStageProps) {
  const [openAtFirst] = useState(duel.rounds.length)
  const stats = toStats(duel)
  const score = getScore(duel.rounds, stats)
  const winner = getWinner(duel.rounds, stats)
  const latest = duel.rounds.length > openAtFirst ? duel.rounds.at(-1) : undefined
  return (
    <div className={styles['stage']} {...teamAttribute(league.team)}>
      <div className={styles['cards']}>
        <Duelist league={league} duel={duel} side="challenger" isWinner={winner === 'challenger'} />
        <div className={styles['middle']}>
          <p className={styles['score']}>
            <span className={textStyles['unseen']}>Score: </span>
            {score.challenger}–{score.opponent}
          </p>
          {duel.seed === null ? <Next nextAt={nextAt} round={duel.rounds.length + 1} /> : null}
        </div>
        <Duelist league={league} duel={duel} side="opponent" isWinner={winner === 'opponent'} />
      </div>
      <output className={textStyles['unseen']}>
        {latest === undefined ? null : `Round ${duel.rounds.length}: ${score.challenger} to ${score.opponent}`}
      </output>
      <ol className={styles['rounds']} aria-label="Rounds">
        {duel.rounds.map((round, at) => {
          const won = getRoundWinner(round, stats)
          return (
            <li key={round.stat} className={at >= openAtFirst ? styles['opened'] : undefined}>
              <Sum duel={duel} side="challenger" at={at} isWinner={won === 'challenger'} />
              <b className={styles['stat']}>{STATS.find(({ name }) => name === round.stat)?.label}</b>
              <Sum duel={duel} side="opponent" at={at} isWinner={won === 'opponent'} />
            </li>
          )
        })}
      </ol>
    </div>
  )
}

type DuelistProps = { league: League; duel: LeagueDuel; side: DuelSide; isWinner: boolean }

function Duelist({ league, duel, side, isWinner }: DuelistProps) {
  const { teamName, cardId } = duel[side]
  const card = league.seats.find((seat) => seat.card !== null && seat.card.id === cardId)?.card ?? null
  return (
    <div className={classes(styles['duelist'], isWinner && styles['winner'])}>
      {card === null ? (
        <div className={styles['face']}>
          <Crest className={styles['crest']} name={league.name} team={league.team} />
        </div>
      ) : (
        <CardPicture card={card} sizes="(min-width: 600px) 220px, 36vw" early decorative />
      )}
      <p className={styles['team']} dir="auto">
        {teamName}
      </p>
      {isWinner ? <p className={styles['mark']}>Winner</p> : null}
    </div>
  )
}

/** One side of a round, with its stat, its roll and their sum. */
function Sum({ duel, side, at, isWinner }: { duel: LeagueDuel; side: DuelSide; at: number; isWinner: boolean }) {
  const { stat, dice } = duel.rounds[at]!
  const value = duel[side].stats[stat]
  const die = dice[DUEL_SIDES.indexOf(side)]!
  return (
    <span className={classes(styles['sum'], isWinner && styles['won'])}>
      <b>{value + die}</b>
      <span className={styles['parts']}>
        {value} + {die}
      </span>
      {isWinner ? <span className={textStyles['unseen']}>, wins the round</span> : null}
    </span>
  )
}

function Next({ nextAt, round }: { nextAt: number | null; round: number }) {
  const seconds = useSecondsLeft(nextAt)
  return (
    <p className={styles['next']}>
      Round {round}
      {nextAt === null ? null : (
        <>
          {' '}
          in <span role="timer">{seconds}</span>
        </>
      )}
    </p>
  )
}
