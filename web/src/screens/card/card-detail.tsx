import { useQueryClient } from '@tanstack/react-query'
import { Repeat2 } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import type { CardPage } from '#shared/contracts/cards.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { explainMaking } from '#shared/domain/making.ts'
import { overallOf } from '#shared/domain/stats.ts'
import { OwnerTools } from '#web/card/owner/owner-tools.tsx'
import { ReportLink } from '#web/card/report-link.tsx'
import { Overall, StatRows } from '#web/card/stat-rows.tsx'
import { teamStyle } from '#web/card/team-style.ts'
import { forgetCard } from '#web/data/cards.ts'
import { manageTokenOf } from '#web/data/manage-tokens.ts'
import { fromPath, remixPath } from '#web/data/remix.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { ShareActions } from '#web/share/share-actions.tsx'
import { HashRule } from '#web/ui/hash-rule.tsx'
import { Link } from '#web/ui/link.tsx'
import { CardFacts } from './card-facts.tsx'
import { Hero } from './hero.tsx'
import { HiddenNotice, WaitingNotice } from './hidden-notice.tsx'
import { Tally } from './tally.tsx'

export function CardDetail({ card }: { card: CardPage }) {
  const { memory } = usePlatform()
  const cache = useQueryClient()
  return (
    <article className="cp" style={teamStyle(card.teamColors)}>
      <Hero card={card} />
      <div className="cp-b">
        <CardFacts card={card} />
        {card.hidden ? <HiddenNotice /> : null}
        {card.mine && card.waiting && !card.hidden ? <WaitingNotice /> : null}
        {card.visibility === 'public' && !card.hidden ? <Tally card={card} /> : null}
        {card.stats ? (
          <section className="score" aria-label="Stats">
            <Overall value={overallOf(card.stats)} tier={card.tier} />
            <StatRows stats={card.stats} />
          </section>
        ) : (
          <HashRule />
        )}
        {card.hidden ? null : (
          <ShareActions
            card={card}
            place="page"
            mine={card.mine}
            token={manageTokenOf(memory, card.id)}
            onVisibility={() => void forgetCard(cache, card.id)}
          />
        )}
        {card.mine ? <OwnerPanel card={card} /> : null}
        <div className="doors">
          <div>
            <Link className="link" to={remixPath(card.id)}>
              <Repeat2 className="i" aria-hidden="true" />
              Remix this setup
            </Link>
            <Link className="link" to={fromPath(card.id)}>
              Make your own
            </Link>
            {card.mine ? null : <ReportLink card={card} />}
          </div>
        </div>
        <p className="small mute">
          Created <time dateTime={card.createdAt}>{longDate(card.createdAt)}</time>.
          {card.source === null ? null : ` ${explainMaking({ source: card.source, finish: card.finish })}`}
        </p>
      </div>
      {card.mine || card.hidden ? null : <MakeYours card={card} />}
    </article>
  )
}

/** Stays in reach on the whole page: colors, gear and finish of this card, with another face. */
const MakeYours = ({ card }: { card: CardPage }) => (
  <div className="make-bar">
    <HashRule />
    <div>
      <Link className="btn pri" to={remixPath(card.id)}>
        {LABELS.makeLikeThis}
      </Link>
    </div>
  </div>
)

function OwnerPanel({ card }: { card: CardPage }) {
  const navigate = useNavigate()
  return (
    <section className="owner" aria-labelledby="owner">
      <h2 className="h2" id="owner">
        Your card
      </h2>
      <p className="small mute">Only you see these, on this device or by the manage link.</p>
      <OwnerTools card={card} onDeleted={() => void navigate('/my-cards')} />
    </section>
  )
}

/** @example longDate('2024-11-20T10:00:00Z') // 'November 20, 2024' */
const longDate = (iso: string): string => new Date(iso).toLocaleDateString('en-US', { dateStyle: 'long' })
