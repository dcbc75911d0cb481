import { useState } from 'react'
import { type Card, displayName } from '#shared/domain/card.ts'
import type { Stats } from '#shared/domain/stats.ts'
import { describeCard } from './describe.ts'
import { teamStyle } from './team-style.ts'

type CardPictureProps = {
  card: Pick<Card, 'playerName' | 'jerseyNumber' | 'teamColors' | 'imageUrl'> & { stats: Stats | null }
  /** The one card a page is about is fetched first; all others when they come near. */
  hero?: boolean
  /** Where a text beside the picture says it all already. */
  decorative?: boolean
}

/** A finished card. Its room is kept while it loads, and a picture that fails leaves a readable card in team colors. */
export function CardPicture({ card, hero = false, decorative = false }: CardPictureProps) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  const alt = decorative ? '' : describeCard(card)

  if (failedUrl === card.imageUrl)
    return (
      <div className="picture is-lost" style={teamStyle(card.teamColors)}>
        <b>{displayName(card.playerName)}</b>
        <span>{card.jerseyNumber ? `No. ${card.jerseyNumber}` : card.teamColors}</span>
      </div>
    )
  return (
    <img
      className="picture"
      src={card.imageUrl}
      alt={alt}
      width="1000"
      height="1400"
      loading={hero ? 'eager' : 'lazy'}
      fetchPriority={hero ? 'high' : 'auto'}
      decoding="async"
      onError={() => setFailedUrl(card.imageUrl)}
    />
  )
}
