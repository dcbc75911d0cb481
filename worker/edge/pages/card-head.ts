import type { CardPage } from '#shared/contracts/cards.ts'
import { cardTitle, displayName } from '#shared/domain/card.ts'
import { describeCard } from '#shared/domain/describe-card.ts'
import { describeProvenance } from '#shared/domain/provenance.ts'
import { getOverall, STATS } from '#shared/domain/stats.ts'
import { getTeam } from '#shared/domain/team.ts'
import { FORMATS } from '#worker/render/formats/format.ts'
import { getPictureUrl } from '../pictures/address.ts'
import { type Head, INDEXED, NOT_INDEXED } from './head.ts'
import { cardData } from './linked-data.ts'

/** Returns false for drafts and for cards that reports have hidden. Only the maker sees those, so they get no previews. */
export const isShared = ({ visibility, hidden }: Pick<CardPage, 'visibility' | 'hidden'>): boolean =>
  visibility !== 'draft' && !hidden

export function cardHead(card: CardPage, origin: string): Head {
  const canonical = `${origin}/card/${card.id}`
  const shared = isShared(card)
  const head = {
    title: cardTitle(card),
    description: getDescription(card),
    canonical,
    robots: getRobots(card),
    type: 'article',
    themeColor: getTeam(card.teamColors)?.primary ?? null,
  } as const
  if (!shared) return { ...head, image: null, oembed: null, linkedData: null }
  const image = {
    url: `${origin}${getPictureUrl(card.id, card.version, 'share')}`,
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

/** Search engines may index a public card once it has a vote. */
function getRobots({ visibility, hidden, votes }: CardPage): string {
  if (visibility !== 'public' || hidden) return 'noindex, noimageindex'
  return votes > 0 ? INDEXED : NOT_INDEXED
}

function getDescription({ teamColors, stats, tier, source, ...card }: CardPage): string {
  const colors = getTeam(teamColors)?.description
  const clothes = colors === undefined ? teamColors : `${colors} (${teamColors})`
  const number = card.jerseyNumber === '' ? '' : `, number ${card.jerseyNumber}`
  const lines = [`${displayName(card.playerName)}${number}, in ${clothes}.`]
  if (stats !== null)
    lines.push(`${tier}, overall ${getOverall(stats)}: ${STATS.map((s) => `${s.label} ${stats[s.name]}`).join(', ')}.`)
  return [...lines, 'A fantasy football card.', describeProvenance(source)].join(' ').trim()
}
