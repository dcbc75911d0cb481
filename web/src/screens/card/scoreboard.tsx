import { Check, Settings2 } from 'lucide-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { CardPage } from '#shared/contracts/cards.ts'
import { displayName } from '#shared/domain/card.ts'
import { VOTE_RULE } from '#shared/domain/card-words.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { LiveDot } from '#web/card/live-dot.tsx'
import { VisibilityTag } from '#web/card/visibility-tag.tsx'
import { VoteCount } from '#web/card/vote-count.tsx'
import { usePosted } from '#web/data/posted.ts'
import { getVotedCards } from '#web/data/voted-cards.ts'
import { useVote } from '#web/data/votes.ts'
import { useTimeLeft } from '#web/hooks/use-time-left.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { classes } from '#web/ui/classes.ts'
import { buttonLook } from '#web/ui/button.ts'
import fieldStyles from '#web/ui/field.module.css'
import { iconLook } from '#web/ui/icon.ts'
import swatchStyles from '#web/ui/swatch.module.css'
import textStyles from '#web/ui/text.module.css'
import styles from './scoreboard.module.css'

type ScoreboardProps = {
  card: CardPage
  /** Scrolls to the maker's tools, which are far below on a phone. */
  onManage: () => void
}

/** The card's player, team, votes and ranks. */
export function Scoreboard({ card, onManage }: ScoreboardProps) {
  const { playerName, jerseyNumber, teamColors, visibility, hidden, waiting } = card
  const isInHall = visibility === 'public' && !hidden
  return (
    <header className={styles['board']}>
      <h1 className={styles['name']} tabIndex={-1} dir="auto">
        {displayName(playerName)}
      </h1>
      <p className={styles['facts']}>
        {jerseyNumber ? <span>No. {jerseyNumber}</span> : null}
        <span>
          <span className={classes(swatchStyles['swatch'], styles['swatch'])} aria-hidden="true" />
          {teamColors}
        </span>
        {isInHall ? null : <VisibilityTag visibility={visibility} hidden={hidden} waiting={card.mine && waiting} />}
      </p>
      {isInHall ? <Score card={card} /> : null}
      {card.mine ? (
        <button type="button" className={classes(buttonLook('quiet'), styles['manage'])} onClick={onManage}>
          <Settings2 className={iconLook} aria-hidden="true" />
          Manage your card
        </button>
      ) : null}
    </header>
  )
}

const METALS = [styles['gold'], styles['silver'], styles['bronze']]

/** The votes and ranks of a card in the Hall, and when this visitor may vote again. */
function Score({ card }: { card: CardPage }) {
  const { memory, now } = usePlatform()
  const { isVoting, nextVoteAt } = useVote(card)
  const left = useTimeLeft(nextVoteAt)
  const { reason } = usePosted()
  const isVoted = left !== null && !isVoting
  const wasVoted = useRef(isVoted)
  const votedLine = useRef<HTMLParagraphElement>(null)

  // The confirmation takes the lost focus of makers, because nothing replaces their vote button.
  useEffect(() => {
    const isLost = document.activeElement === document.body
    if (isVoted && !wasVoted.current && isLost) votedLine.current?.focus({ preventScroll: true })
    wasVoted.current = isVoted
  }, [isVoted])

  // The server may know of votes that this browser no longer stores.
  useEffect(() => {
    getVotedCards({ memory, now }).learn(card.id, card.nextVoteAt === null ? null : Date.parse(card.nextVoteAt))
  }, [card.id, card.nextVoteAt, memory, now])

  return (
    <>
      <ul className={styles['digits']}>
        <Digits label={card.votes === 1 ? 'vote' : 'votes'}>
          <VoteCount votes={card.votes} />
        </Digits>
        {card.rank === null ? null : (
          <Digits label="all-time" metal={METALS[card.rank - 1]}>
            #{card.rank}
          </Digits>
        )}
        {card.rankOfWeek === null ? null : <Digits label="this week">#{card.rankOfWeek}</Digits>}
      </ul>
      <div className={styles['state']}>
        {!isVoted ? (
          <p className={classes(textStyles['small'], textStyles['mute'])}>
            {card.mine ? `${VOTE_RULE} Yours counts too.` : VOTE_RULE}
          </p>
        ) : (
          <p className={styles['voted']} tabIndex={-1} ref={votedLine}>
            <Check className={iconLook} aria-hidden="true" />
            {LABELS.voted(left)}
          </p>
        )}
        <LiveDot place={{ kind: 'card', id: card.id }} />
      </div>
      {reason === undefined ? null : (
        <p className={fieldStyles['error']} role="alert">
          {reason}
        </p>
      )}
    </>
  )
}

type DigitsProps = { label: string; metal?: string | undefined; children: ReactNode }

const Digits = ({ label, metal, children }: DigitsProps) => (
  <li className={classes(styles['cell'], metal)}>
    <b>{children}</b> <span>{label}</span>
  </li>
)
