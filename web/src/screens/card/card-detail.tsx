import { ArrowBigUp } from 'lucide-react'
import { Link } from 'react-router-dom'
import { type Card, displayName } from '#shared/domain/card.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { overallOf } from '#shared/domain/stats.ts'
import { CardPicture } from '#web/card/card-picture.tsx'
import { Stage } from '#web/card/stage.tsx'
import { Overall, StatRows } from '#web/card/stat-rows.tsx'
import { teamStyle } from '#web/card/team-style.ts'
import { useVote } from '#web/data/votes.ts'
import { HashRule } from '#web/ui/hash-rule.tsx'
import { ShareRow } from './share-row.tsx'

export function CardDetail({ card }: { card: Card }) {
  return (
    <article className="cp" style={teamStyle(card.teamColors)}>
      <Stage team={card.teamColors}>
        <CardPicture card={card} hero />
      </Stage>
      <div className="cp-b">
        <header>
          <h1 className="nm" tabIndex={-1} dir="auto">
            {displayName(card.playerName)}
          </h1>
          <p className="sub">
            {card.jerseyNumber ? <span>No. {card.jerseyNumber}</span> : null}
            <span>
              <span className="sw" aria-hidden="true" />
              {card.teamColors}
            </span>
          </p>
        </header>
        <Tally card={card} />
        {card.stats ? (
          <section className="score" aria-label="Stats">
            <Overall value={overallOf(card.stats)} />
            <StatRows stats={card.stats} />
          </section>
        ) : (
          <HashRule />
        )}
        <ShareRow card={card} />
        <Link className="btn full" to="/">
          Make your own
        </Link>
        <p className="small mute">
          Created <time dateTime={card.createdAt}>{longDate(card.createdAt)}</time>. The picture was made with AI.
        </p>
      </div>
    </article>
  )
}

function Tally({ card }: { card: Card }) {
  const { vote, isVoting, isMine } = useVote(card)
  return (
    <div className="tally">
      <div>
        <b>{card.votes}</b>
        <span> {card.votes === 1 ? 'vote' : 'votes'}</span>
      </div>
      <button type="button" className={isVoting ? 'btn pri wait' : 'btn pri'} aria-disabled={isVoting} onClick={vote}>
        <ArrowBigUp className={isMine ? 'i is-mine' : 'i'} aria-hidden="true" />
        {isVoting ? LABELS.voting : LABELS.upvote}
      </button>
    </div>
  )
}

/** @example longDate('2024-11-20T10:00:00Z') // 'November 20, 2024' */
const longDate = (iso: string): string => new Date(iso).toLocaleDateString('en-US', { dateStyle: 'long' })
