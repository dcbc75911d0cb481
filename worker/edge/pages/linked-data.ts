import { cardName } from '#shared/domain/card.ts'
import type { CardPage } from '#shared/contracts/cards.ts'
import type { Card } from '#shared/domain/card.ts'
import { describeCard } from '#shared/domain/describe-card.ts'
import { SOURCE_TYPES } from '#worker/graphics/metadata/source-type.ts'
import { CARD } from '#worker/render/card-layout.ts'
import { SITE_NAME } from './head.ts'

type PageInfo = { origin: string; title: string; description: string; canonical: string }

const CONTEXT = 'https://schema.org'

/** JSON-LD of the site (https://developers.google.com/search/docs/appearance/structured-data). */
export const siteData = ({ origin, description }: Pick<PageInfo, 'origin' | 'description'>): object => ({
  '@context': CONTEXT,
  '@type': 'WebApplication',
  name: SITE_NAME,
  url: `${origin}/`,
  description,
  image: `${origin}/share.jpg`,
  applicationCategory: 'EntertainmentApplication',
  operatingSystem: 'Any',
  browserRequirements: 'Requires JavaScript to make a card.',
  isAccessibleForFree: true,
  offers: { '@type': 'Offer', price: '0', priceCurrency: 'USD' },
})

/** JSON-LD of a leaderboard. @param cards best first */
export const hallData = (cards: readonly Card[], { origin, title, description, canonical }: PageInfo): object => ({
  '@context': CONTEXT,
  '@type': 'CollectionPage',
  name: title,
  description,
  url: canonical,
  mainEntity: {
    '@type': 'ItemList',
    numberOfItems: cards.length,
    itemListElement: cards.map((card, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name: cardName(card),
      url: `${origin}/card/${card.id}`,
    })),
  },
})

/** JSON-LD of a card: a page with a picture. Not a person, because cards show no real names. */
export function cardData(card: CardPage, { origin, title, description, canonical }: PageInfo): object {
  const hall = `${origin}/hall-of-fame`
  return {
    '@context': CONTEXT,
    '@graph': [
      {
        '@type': 'WebPage',
        '@id': canonical,
        url: canonical,
        name: title,
        description,
        isPartOf: { '@type': 'WebSite', name: SITE_NAME, url: `${origin}/` },
        primaryImageOfPage: { '@id': `${canonical}#picture` },
        breadcrumb: { '@id': `${canonical}#breadcrumb` },
        datePublished: card.createdAt,
        interactionStatistic: {
          '@type': 'InteractionCounter',
          interactionType: { '@type': 'LikeAction' },
          userInteractionCount: card.votes,
        },
      },
      {
        '@type': 'ImageObject',
        '@id': `${canonical}#picture`,
        contentUrl: card.imageUrl,
        encodingFormat: 'image/jpeg',
        width: CARD.width,
        height: CARD.height,
        name: cardName(card),
        caption: describeCard(card),
        creditText: SITE_NAME,
        // The same value as in the picture's metadata.
        ...(card.source && { digitalSourceType: SOURCE_TYPES[card.source] }),
        uploadDate: card.createdAt,
      },
      {
        '@type': 'BreadcrumbList',
        '@id': `${canonical}#breadcrumb`,
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Hall of Fame', item: hall },
          { '@type': 'ListItem', position: 2, name: cardName(card), item: canonical },
        ],
      },
    ],
  }
}
