import { useCallback } from 'react'
import { Link, useParams } from 'react-router-dom'
import type { LeagueDraw } from '#shared/contracts/league-draws.ts'
import type { League } from '#shared/contracts/league.ts'
import { isLeagueCode, leaguePath } from '#shared/domain/league.ts'
import { findDraw, verifyDraw } from '#shared/domain/league-draw.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import { NO_CARD } from '#shared/domain/card-words.ts'
import { useDraw } from '#web/data/league-draws.ts'
import { useLeague } from '#web/data/leagues.ts'
import { useLive } from '#web/data/live.ts'
import { buttonLook, linkLook } from '#web/ui/button.ts'
import { classes } from '#web/ui/classes.ts'
import { EmptyPage } from '#web/ui/empty.tsx'
import { Page } from '#web/ui/page.tsx'
import textStyles from '#web/ui/text.module.css'
import { Check } from '../check.tsx'
import { CopyOrder, Seal } from './draft.tsx'
import { DrawStage } from './draw-stage.tsx'
import styles from './draw-screen.module.css'

/** The page of one draw, which the visitor's browser verifies. */
export default function DrawScreen() {
  const { code = '', number = '' } = useParams()
  const isAddress = isLeagueCode(code) && /^[1-9]\d{0,4}$/.test(number)
  return isAddress ? <OneDraw key={`${code}/${number}`} code={code} number={Number(number)} /> : <NoDraw />
}

function OneDraw({ code, number }: { code: string; number: number }) {
  const { league, isPending, refetch } = useLeague(code)
  useLive(league === undefined ? null : { kind: 'league', id: league.channel })
  const draw = league && findDraw(league, number)
  if (league !== undefined && draw !== undefined) return <Draw code={code} league={league} known={draw} />
  if (league !== undefined) return <NoDraw code={code} />
  if (isPending) return <output className={styles['wait']}>Loading draw…</output>
  return (
    <EmptyPage title="We couldn't load this draw" pageTitle="Draft order">
      <p className={textStyles['mute']}>{NO_CARD.maybe}</p>
      <button type="button" className={buttonLook('primary')} onClick={() => void refetch()}>
        Retry
      </button>
    </EmptyPage>
  )
}

const NoDraw = ({ code }: { code?: string }) => (
  <EmptyPage title="Draw not found">
    <p className={textStyles['mute']}>{LEAGUE_FAILURE.noDraw}</p>
    <Link className={buttonLook('primary')} to={code === undefined ? '/league' : leaguePath(code)}>
      {code === undefined ? 'Start a league' : 'Back to the league'}
    </Link>
  </EmptyPage>
)

function Draw({ code, league, known }: { code: string; league: League; known: LeagueDraw }) {
  const { draw, nextAt } = useDraw(code, known)
  return (
    <Page title="Draft order" className={classes(textStyles['wrap'], styles['page'])}>
      <header>
        <Link className={linkLook} to={leaguePath(code)} dir="auto">
          {league.name}
        </Link>
        <h1 className={textStyles['title']} tabIndex={-1}>
          Draft order
        </h1>
      </header>
      {draw.startsAt === null ? <p>This draw has not been started yet.</p> : null}
      {draw.startsAt === null ? null : <DrawStage league={league} draw={draw} nextAt={nextAt} />}
      {draw.seed === null ? <Seal commitment={draw.commitment} /> : <CheckDraw draw={draw} seed={draw.seed} />}
      {draw.seed === null ? null : (
        <div>
          <CopyOrder code={code} league={league} draw={draw} />
        </div>
      )}
    </Page>
  )
}

function CheckDraw({ draw, seed: revealed }: { draw: LeagueDraw; seed: string }) {
  const { commitment, seats, picks } = draw
  const numbers = seats.map(({ number }) => number)
  const order = picks.toSorted((one, other) => one.pick - other.pick).map(({ seat }) => seat)
  const verify = useCallback(
    async (seed: string) => {
      const result = await verifyDraw({
        commitment: draw.commitment,
        seed,
        seats: draw.seats.map(({ number }) => number),
        order: draw.picks.toSorted((one, other) => one.pick - other.pick).map(({ seat }) => seat),
      })
      if (!result.isSeed) return 'wrong seed'
      return result.isOrder ? 'match' : 'wrong result'
    },
    [draw],
  )
  return (
    <Check
      commitment={commitment}
      seed={revealed}
      verify={verify}
      words={{
        match: `Verified: the seed matches the sealed result, and it gives exactly this order of the ${seats.length} seats.`,
        'wrong seed': 'No match: this is not the seed behind the sealed result.',
        'wrong result': 'No match: this seed gives another order.',
      }}
      how="How the order is drawn"
      steps={
        <>
          <li>
            The {seats.length} seats start in ascending order: {numbers.join(', ')}. From the last place down to the
            second, each swaps with a rolled place from the first up to its own (Fisher–Yates). The first place has the
            first pick.
          </li>
          <li>This draw gave the seats {order.join(', ')}.</li>
        </>
      }
    />
  )
}
