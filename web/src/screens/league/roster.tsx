import { Ellipsis, ThumbsUp } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { League, LeagueSeat } from '#shared/contracts/league.ts'
import { LEAGUE_SEATS } from '#shared/domain/league.ts'
import { cardLine } from '#shared/domain/describe-card.ts'
import { CardPicture } from '#web/card/card-picture.tsx'
import { TileLink } from '#web/card/card-tile.tsx'
import { Crest } from '#web/card/crest.tsx'
import { teamAttribute } from '#web/card/team-scope.ts'
import { VoteCount } from '#web/card/vote-count.tsx'
import { useLeagueCalls } from '#web/data/leagues.ts'
import { useSheet } from '#web/hooks/use-sheet.ts'
import { getMessage } from '#web/lib/failure.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { buttonLook, linkLook } from '#web/ui/button.ts'
import { classes } from '#web/ui/classes.ts'
import { iconLook } from '#web/ui/icon.ts'
import { fetchEarly, lateSheet } from '#web/ui/late-sheet.tsx'
import textStyles from '#web/ui/text.module.css'
import { toast } from '#web/ui/toast.ts'
import { canChallenge, ChallengeButton } from './duel/challenge-button.tsx'
import { toInviteUrl, toNudgeText } from './league-texts.ts'
import { Awarded } from './ribbons.tsx'
import { useCopy } from './use-copy.ts'
import styles from './roster.module.css'

const loadSeatSheet = () => import('./seat-sheet.tsx')
const SeatSheet = lateSheet(loadSeatSheet)
const InviteSheet = lateSheet(() => import('./invite-sheet.tsx'))

const SIZES = '(min-width: 1200px) 17vw, (min-width: 900px) 22vw, (min-width: 600px) 30vw, 45vw'
/** Number of pictures above the fold. */
const EARLY = 2
/** Maximum number of seats in a row. Open seats fill the last row, and one line of text covers the rest. */
const ROW = 4

type RosterProps = {
  code: string
  league: League
  /** True while the caller's card is being drawn. */
  isDrawing: boolean
  /** True if nothing is beside it on wide screens. */
  isWide: boolean
}

/** A league's seats: filled, waiting for a card, or open. */
export function Roster({ code, league, isDrawing, isWide }: RosterProps) {
  const { seats, role } = league
  const taken = new Set(seats.map(({ number }) => number))
  const free = Array.from({ length: LEAGUE_SEATS }, (_, index) => index + 1).filter((number) => !taken.has(number))
  const openSeats = league.isLocked ? [] : free.slice(0, ROW - (seats.length % ROW))
  const others = league.isLocked ? 0 : free.length - openSeats.length
  const [first] = useState(() => new Set(seats.map(({ card }) => card?.id)))
  const heading = useLostFocus(seats.length, role)
  const news = seats.findLast(({ card }) => card !== null && !first.has(card.id))
  return (
    <section className={styles['roster']} aria-labelledby="roster">
      <h2 className={textStyles['heading']} id="roster" tabIndex={-1} ref={heading}>
        Roster
      </h2>
      {league.ownSeat !== null && seats.some(({ number, card }) => card !== null && number !== league.ownSeat) ? (
        <p className={styles['today']} data-scripted>
          {describeVote(league)}
        </p>
      ) : null}
      <output className={textStyles['unseen']}>{news ? `New card: ${news.teamName}` : null}</output>
      {seats.length === 0 ? (
        <p className={styles['empty']}>No one has taken a seat yet. The first card could be yours.</p>
      ) : null}
      <ol className={classes(styles['seats'], isWide && styles['wide'])}>
        {seats.map((seat, index) => (
          <Seat
            key={seat.number}
            seat={seat}
            code={code}
            league={league}
            isDrawing={isDrawing && seat.number === league.ownSeat}
            isEarly={index < EARLY}
            isNew={seat.card !== null && !first.has(seat.card.id)}
          />
        ))}
        {openSeats.map((number) => (
          <li key={number} className={styles['seat']}>
            <div className={styles['free']}>
              <span>Seat {number} · open</span>
            </div>
          </li>
        ))}
      </ol>
      <Ranking seats={seats} />
      {others > 0 ? (
        <p className={styles['open']}>
          {others} more seats open
          {role === 'outsider' ? null : <InviteLink code={code} league={league} />}
        </p>
      ) : null}
    </section>
  )
}

/** Focuses the heading when the pressed button disappears with a seat or with the commissioner's role. */
function useLostFocus(seats: number, role: League['role']): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const before = useRef({ seats, role })
  useEffect(() => {
    const isLess = seats < before.current.seats || role !== before.current.role
    before.current = { seats, role }
    if (isLess && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  }, [seats, role])
  return heading
}

/** The seats ranked by the league's votes this season. Equal votes share a rank. */
function Ranking({ seats }: { seats: readonly LeagueSeat[] }) {
  const ranked = seats.filter(({ votes }) => votes > 0).toSorted((one, other) => other.votes - one.votes)
  if (ranked.length === 0) return null
  return (
    <section className={styles['ranking']} aria-labelledby="ranking">
      <h3 id="ranking">Ranking by your league’s votes</h3>
      <ul>
        {ranked.map(({ number, teamName, votes }) => (
          <li key={number}>
            <b>#{ranked.findIndex((one) => one.votes === votes) + 1}</b>
            <span dir="auto">{teamName}</span>
            <span className={textStyles['mute']}>{votes === 1 ? '1 vote' : `${votes} votes`}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Describes what the caller can do with today's vote. */
function describeVote({ seats, votedSeat }: League): string {
  const voted = seats.find(({ number }) => number === votedSeat)
  return voted === undefined
    ? 'You have one vote today.'
    : `You voted for ${voted.teamName} today. You can still move it.`
}

function InviteLink({ code, league }: { code: string; league: League }) {
  const sheet = useSheet()
  return (
    <>
      <span aria-hidden="true" data-scripted>
        ·
      </span>
      <button type="button" className={linkLook} aria-haspopup="dialog" onClick={sheet.open}>
        Invite
      </button>
      {sheet.times === 0 ? null : (
        <InviteSheet key={sheet.times} code={code} league={league} open={sheet.isOpen} onClose={sheet.close} />
      )}
    </>
  )
}

type SeatProps = {
  seat: LeagueSeat
  code: string
  league: League
  isDrawing: boolean
  isEarly: boolean
  /** True if the card arrived while the page was open. */
  isNew: boolean
}

function Seat({ seat, code, league, isDrawing, isEarly, isNew }: SeatProps) {
  const { number, teamName, card, isCommissioner } = seat
  const isOwn = number === league.ownSeat
  return (
    <li className={classes(styles['seat'], isOwn && styles['own'])}>
      {card === null ? (
        <Awarded awards={seat.awards} isWaiting>
          <WaitingSeat seat={seat} code={code} league={league} isDrawing={isDrawing} isOwn={isOwn} />
        </Awarded>
      ) : (
        <div key={card.id} className={isNew ? styles['arrived'] : undefined} {...teamAttribute(card.teamColors)}>
          <Awarded awards={seat.awards}>
            <TileLink card={card} label={`${teamName}: ${cardLine(card)}`}>
              <CardPicture card={card} sizes={SIZES} early={isEarly} decorative />
            </TileLink>
          </Awarded>
        </div>
      )}
      <div className={styles['row']}>
        <span className={styles['number']}>
          <span className={textStyles['unseen']}>Seat </span>
          {number}
        </span>
        <b className={styles['team']} dir="auto">
          {teamName}
        </b>
        {isOwn || isCommissioner ? (
          <span className={styles['role']}>
            {[isOwn && 'You', isCommissioner && 'Commissioner'].filter(Boolean).join(' · ')}
          </span>
        ) : null}
        {isOwn || league.role === 'commissioner' ? <SeatMenu seat={seat} code={code} league={league} /> : null}
      </div>
      <div className={styles['acts']}>
        <SeatVote seat={seat} code={code} league={league} />
        {canChallenge(league, seat) ? <ChallengeButton seat={seat} code={code} /> : null}
      </div>
    </li>
  )
}

type WaitingSeatProps = Pick<SeatProps, 'seat' | 'code' | 'league' | 'isDrawing'> & { isOwn: boolean }

function WaitingSeat({ seat: { teamName }, code, league, isDrawing, isOwn }: WaitingSeatProps) {
  const { origin } = usePlatform()
  const { confirmed, copy } = useCopy<'nudge'>()
  return (
    <div className={styles['waiting']}>
      <Crest className={styles['crest']} name={league.name} team={league.team} />
      {isDrawing ? <output>Drawing your card…</output> : null}
      {isOwn && !isDrawing ? <p>Your card goes here</p> : null}
      {isOwn ? null : (
        <p>
          Waiting for <span dir="auto">{teamName}</span>
        </p>
      )}
      {isOwn || league.role === 'outsider' ? null : (
        <button
          type="button"
          className={buttonLook()}
          aria-label={`Nudge ${teamName}: copy a text`}
          onClick={() => void copy('nudge', toNudgeText(league, teamName, toInviteUrl(origin, code)))}
        >
          {confirmed === null ? 'Nudge' : 'Text copied'}
        </button>
      )}
    </div>
  )
}

/** The league's votes for a card, and the button for the caller's daily vote. */
function SeatVote({ seat, code, league }: { seat: LeagueSeat; code: string; league: League }) {
  const { vote } = useLeagueCalls(code)
  const { number, teamName, votes } = seat
  const count = votes === 1 ? '1 vote' : `${votes} votes`
  if (league.ownSeat === null || league.ownSeat === number || seat.card === null)
    return votes === 0 ? null : <p className={styles['votes']}>{count}</p>
  const isVoted = league.votedSeat === number
  const words = isVoted ? 'Your vote' : 'Vote'
  return (
    <button
      type="button"
      className={classes(buttonLook(), styles['vote'])}
      aria-pressed={isVoted}
      aria-disabled={vote.isPending}
      onClick={() => {
        if (!isVoted && !vote.isPending)
          vote.mutate(number, { onError: (thrown) => void toast.error(getMessage(thrown)) })
      }}
    >
      <ThumbsUp className={iconLook} aria-hidden="true" />
      <span>
        {words}
        <span className={textStyles['unseen']}>{` for ${teamName} today, `}</span>
      </span>
      <span className={styles['count']}>
        <VoteCount votes={votes} />
        <span className={textStyles['unseen']}>{votes === 1 ? ' vote' : ' votes'}</span>
      </span>
    </button>
  )
}

function SeatMenu({ seat, code, league }: { seat: LeagueSeat; code: string; league: League }) {
  const sheet = useSheet()
  return (
    <>
      <button
        type="button"
        className={buttonLook('quiet', 'square')}
        aria-haspopup="dialog"
        aria-label={`Manage seat ${seat.number}, ${seat.teamName}`}
        onClick={sheet.open}
        onPointerEnter={fetchEarly(loadSeatSheet)}
      >
        <Ellipsis className={iconLook} aria-hidden="true" />
      </button>
      {sheet.times === 0 ? null : (
        <SeatSheet
          key={sheet.times}
          seat={seat}
          code={code}
          league={league}
          open={sheet.isOpen}
          onClose={sheet.close}
        />
      )}
    </>
  )
}
