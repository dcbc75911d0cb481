import { useState } from 'react'
import type { MadeCard } from '#shared/contracts/generations.ts'
import { displayName } from '#shared/domain/card.ts'
import { overallOf } from '#shared/domain/stats.ts'

/**
 * The other side of a card. A draft's pictures are its maker's alone, so it comes by the door that knows the maker. One
 * that fails leaves the plain back in team colors; everything on it stands beside the card too.
 */
export function CardBack({ card }: { card: MadeCard }) {
  const [failedUrl, setFailedUrl] = useState<string | null>(null)
  if (failedUrl === card.imageUrl) return <b className="back-lost">{displayName(card.playerName)}</b>
  return (
    <img
      // Other stats or another name make another back, at the same address.
      key={card.imageUrl}
      className="picture"
      src={`/download/${card.id}/back`}
      alt={`Back of the card: ${displayName(card.playerName)}, overall ${overallOf(card.stats)}, ${card.tier}.`}
      width="1000"
      height="1400"
      onError={() => setFailedUrl(card.imageUrl)}
    />
  )
}
