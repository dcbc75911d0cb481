import type { CardPage } from '#shared/contracts/cards.ts'
import { displayName } from '#shared/domain/card.ts'
import { VisibilityTag } from '#web/card/visibility-tag.tsx'

const MEDALS = [
  ['1st', 'gold'],
  ['2nd', 'silver'],
  ['3rd', 'bronze'],
] as const

/** Who the card shows, in which colors, who may see it, and where it stands. */
export function CardFacts({ card }: { card: CardPage }) {
  const { playerName, jerseyNumber, teamColors, rank, rankOfWeek, visibility, hidden } = card
  const medal = rank === null ? undefined : MEDALS[rank - 1]
  const ranks = [rank && `#${rank} of all time`, rankOfWeek && `#${rankOfWeek} this week`].filter(Boolean)
  return (
    <header>
      <h1 className="nm" tabIndex={-1} dir="auto">
        {displayName(playerName)}
      </h1>
      <p className="sub">
        {jerseyNumber ? <span>No. {jerseyNumber}</span> : null}
        <span>
          <span className="sw" aria-hidden="true" />
          {teamColors}
        </span>
        {medal ? (
          <span className="medal" style={{ '--metal': `var(--${medal[1]})` } as object}>
            {medal[0]}
          </span>
        ) : null}
        {visibility === 'public' && !hidden ? null : <VisibilityTag visibility={visibility} hidden={hidden} />}
      </p>
      {ranks.length > 0 ? <p className="ranks">{ranks.join(', ')}</p> : null}
    </header>
  )
}
