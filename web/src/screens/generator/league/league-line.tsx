import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { Link } from 'react-router-dom'
import { isWaiting } from '#shared/contracts/generation-states.ts'
import { isLeagueCode, LEAGUE_SEATS, leaguePath } from '#shared/domain/league.ts'
import { LEAGUE_FAILURE } from '#shared/domain/league-words.ts'
import type { League } from '#shared/contracts/league.ts'
import { getTeam } from '#shared/domain/team.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { Crest } from '#web/card/crest.tsx'
import { type CardOnItsWay, usePendingCard } from '#web/data/league-cards.ts'
import { leagueQuery, useLeagueCalls } from '#web/data/leagues.ts'
import { keepPendingCard } from '#web/data/pending-cards.ts'
import { isMissing, getMessage } from '#web/lib/failure.ts'
import { useOnline } from '#web/lib/online.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { linkLook } from '#web/ui/button.ts'
import type { Generator } from '../use-card-generator.ts'
import styles from './league-line.module.css'

export type LeagueLineProps = { code: string; generator: Generator }

/** The line above the generator that names the card's league and reports whether the card has its seat. */
export default function LeagueLine({ code, generator }: LeagueLineProps) {
  const platform = usePlatform()
  const isCode = isLeagueCode(code)
  const { data: league, error, refetch } = useQuery({ ...leagueQuery(platform, code), enabled: isCode })
  useSetup(code, league, generator)
  useRefetchOnRejection(code, generator)
  const pending = usePendingCard(code, league, useStartedJob(code, generator))

  if (!isCode || isMissing(error)) return <Line words={LEAGUE_FAILURE.notFound} link={<PlainFormLink />} />
  if (league === undefined)
    return error === null ? (
      <output className={styles['line']}>Loading league…</output>
    ) : (
      <Line
        words="We couldn't load your league."
        link={
          <button type="button" className={linkLook} onClick={() => void refetch()}>
            Retry
          </button>
        }
      />
    )
  return <KnownLeague code={code} league={league} generator={generator} pending={pending} />
}

type KnownLeagueProps = { code: string; league: League; generator: Generator; pending: CardOnItsWay }

function KnownLeague({ code, league, generator, pending }: KnownLeagueProps) {
  const isOnline = useOnline()
  const { attach } = useLeagueCalls(code)
  const { step } = generator
  const crest = <Crest className={styles['crest']} name={league.name} team={league.team} />
  const linkToLeague = (words: string) => (
    <Link className={linkLook} to={leaguePath(code)}>
      {words}
    </Link>
  )
  const name = <bdi>{league.name}</bdi>

  if (pending.state === 'refused')
    return <Line crest={crest} words={pending.words} link={linkToLeague('See the league')} />
  const { ownSeat } = league
  if (ownSeat === null) {
    const why = toClosedWords(league)
    return (
      <Line
        crest={crest}
        words={why ?? <>You don't have a seat in {name} yet.</>}
        link={linkToLeague(why ? 'See it' : 'Join')}
      />
    )
  }
  if (step.name === 'result') {
    const { card } = step
    if (league.seats.some((seat) => seat.number === ownSeat && seat.card?.id === card.id))
      return (
        <Line
          isDone
          crest={crest}
          words={
            <>
              In {name}, seat {ownSeat}
            </>
          }
          link={linkToLeague(LABELS.seeIt)}
        />
      )
    if (pending.state === 'waiting' || !isOnline)
      return <Line crest={crest} words="No connection. Your card takes its seat when you're back online." />
    if (pending.state !== 'none') return <Line crest={crest} words={<>Taking seat {ownSeat}…</>} />
    const use = () => attach.mutate({ seat: ownSeat, cardId: card.id, isDraft: card.visibility === 'draft' })
    return (
      <Line
        crest={crest}
        words={attach.error ? getMessage(attach.error) : <>This card isn't in {name} yet.</>}
        link={
          <button type="button" className={linkLook} aria-disabled={attach.isPending} onClick={use}>
            Put it in seat {ownSeat}
          </button>
        }
      />
    )
  }
  if (league.generationsLeft === 0 && step.name === 'form')
    return <Line crest={crest} words={LEAGUE_FAILURE.cardsUsedUp} link={linkToLeague('See the league')} />
  return (
    <Line
      crest={crest}
      words={<>Card for {name}</>}
      link={step.name === 'form' ? linkToLeague(`Seat ${ownSeat}`) : null}
    />
  )
}

function toClosedWords({ seats, isLocked }: League): string | null {
  if (seats.length >= LEAGUE_SEATS) return LEAGUE_FAILURE.full
  return isLocked ? LEAGUE_FAILURE.locked : null
}

type LineProps = { crest?: ReactNode; words: ReactNode; link?: ReactNode; isDone?: boolean }

const Line = ({ crest, words, link, isDone = false }: LineProps) => (
  <div className={isDone ? `${styles['line']} ${styles['done']}` : styles['line']}>
    {crest}
    <output>{words}</output>
    {link}
  </div>
)

const PlainFormLink = () => (
  <Link className={linkLook} to="/">
    Make a card without a league
  </Link>
)

const SETUP_KEY = 'league-setup'

/** Prefills the team name and the league's colors once per tab. After a reload, fills in only an empty name. */
function useSetup(code: string, league: League | undefined, { step, form, change }: Generator) {
  const { tabMemory } = usePlatform()
  const seat = league?.seats.find(({ number }) => number === league.ownSeat)
  const team = league?.team
  const teamName = seat?.teamName
  const latest = useRef(form.nickname)
  useEffect(() => {
    latest.current = form.nickname
  })
  const isForm = step.name === 'form'
  useEffect(() => {
    if (!isForm || teamName === undefined || team === undefined) return
    const isFirst = tabMemory.get(SETUP_KEY) !== code
    tabMemory.set(SETUP_KEY, code)
    const colors = getTeam(team)
    if (isFirst) change({ nickname: teamName, ...(colors && { team: colors }) })
    else if (latest.current === '') change({ nickname: teamName })
  }, [isForm, teamName, team, code, tabMemory, change])
}

/** Stores and returns the id of the generation that this screen draws for the league, or null. */
function useStartedJob(code: string, { step }: Generator): string | null {
  const { memory, now } = usePlatform()
  const isStarted =
    step.name === 'sending' || step.name === 'arriving' || (step.name === 'drawing' && isWaiting(step.generation.state))
  const id = isStarted ? step.id : null
  useEffect(() => {
    if (id !== null) keepPendingCard(memory, code, id, now())
  }, [memory, code, id, now])
  return id
}

/** Refetches the league when the server rejects the form: the seat may be gone, or the daily quota used up. */
function useRefetchOnRejection(code: string, { step }: Generator) {
  const platform = usePlatform()
  const cache = useQueryClient()
  const last = useRef(step.name)
  useEffect(() => {
    const wasSending = last.current === 'sending'
    last.current = step.name
    if (wasSending && step.name === 'form')
      void cache.invalidateQueries({ queryKey: leagueQuery(platform, code).queryKey })
  }, [step.name, cache, platform, code])
}
