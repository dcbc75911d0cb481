import { SlidersHorizontal } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { CardPage } from '#shared/contracts/cards.ts'
import { linkLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'

type EditLinkProps = {
  card: Pick<CardPage, 'generationId' | 'visibility' | 'hidden' | 'waiting'>
}

/** A link to edit a card outside the Hall, as long as its generation is stored. */
export function EditLink({ card: { generationId, visibility, hidden, waiting } }: EditLinkProps) {
  if (generationId === undefined || visibility === 'public' || hidden || waiting) return null
  return (
    <Link className={linkLook} to={`/?job=${encodeURIComponent(generationId)}`}>
      <SlidersHorizontal className={iconLook} aria-hidden="true" />
      Edit card
    </Link>
  )
}
