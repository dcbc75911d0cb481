import { SlidersHorizontal } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { CardPage } from '#shared/contracts/cards.ts'
import { DRAFT_KEPT_DAYS } from '#shared/domain/limits.ts'
import { DAY_MS } from '#shared/time.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { linkLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'

type EditLinkProps = {
  card: Pick<CardPage, 'generationId' | 'createdAt' | 'visibility' | 'hidden' | 'waiting'>
}

/** The way to stats, photo and style of a card outside the Hall, for as long as its generation is kept. */
export function EditLink({ card: { generationId, createdAt, visibility, hidden, waiting } }: EditLinkProps) {
  const { now } = usePlatform()
  const isKept = now() - Date.parse(createdAt) < DRAFT_KEPT_DAYS * DAY_MS
  if (generationId === undefined || !isKept || visibility === 'public' || hidden || waiting) return null
  return (
    <Link className={linkLook} to={`/?job=${encodeURIComponent(generationId)}`}>
      <SlidersHorizontal className={iconLook} aria-hidden="true" />
      Edit card
    </Link>
  )
}
