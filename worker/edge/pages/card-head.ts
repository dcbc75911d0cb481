import type { CardPage } from '#shared/contracts/cards.ts'
import { cardTitle, displayName } from '#shared/domain/card.ts'
import { describeCard } from '#shared/domain/describe-card.ts'
import { sayMaking } from '#shared/domain/making.ts'
import { overallOf, STATS } from '#shared/domain/stats.ts'
import { getTeam } from '#shared/domain/team.ts'
import { FORMATS } from '#worker/render/formats/format.ts'
import { addressOf } from '../pictures/address.ts'
import { type Head, INDEXED, NOT_INDEXED } from './head.ts'
import { cardData } from './linked-data.ts'

/** A draft, or a card hidden by reports, is its maker's alone: nothing of it is for a link. */
export const isShared = ({ visibility, hidden }: Pick<CardPage, 'visibility' | 'hidden'>): boolean =>
  visibility !== 'draft' && !hidden

export function cardHead(card: CardPage, origin: string): Head {
  const canonical = `${origin}/card/${card.id}`
  const shared = isShared(card)
  const head = {
    title: cardTitle(card),
    description: descriptionOf(card),
    canonical,
    robots: robotsOf(card),
    type: 'article',
    themeColor: getTeam(card.teamColors)?.primary ?? null,
  } as const
  if (!shared) return { ...head, image: null, oembed: null, linkedData: null }
  const image = {
    url: `${origin}${addressOf(card.id, card.version, 'share')}`,
    widthPx: FORMATS.share.width,
    heightPx: FORMATS.share.height,
    alt: describeCard(card),
  }
  return {
    ...head,
    image,
    oembed: `${origin}/oembed?url=${encodeURIComponent(canonical)}`,
    linkedData: cardData(card, { ...head, origin }),
  }
}

/** A card is indexed by search engines once a visitor besides its maker has voted for it. */
function robotsOf({ visibility, hidden, votes }: CardPage): string {
  if (visibility !== 'public' || hidden) return 'noindex, noimageindex'
  return votes > 0 ? INDEXED : NOT_INDEXED
}

function descriptionOf({ teamColors, stats, tier, source, ...card }: CardPage): string {
  const colors = getTeam(teamColors)?.description
  const worn = colors === undefined ? teamColors : `${colors} (${teamColors})`
  const number = card.jerseyNumber === '' ? '' : `, number ${card.jerseyNumber}`
  const lines = [`${displayName(card.playerName)}${number}, in ${worn}.`]
  if (stats !== null)
    lines.push(`${tier}, overall ${overallOf(stats)}: ${STATS.map((s) => `${s.label} ${stats[s.name]}`).join(', ')}.`)
  return [...lines, 'A fantasy football card.', sayMaking(source)].join(' ').trim()
}
