import { SlidersHorizontal } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { CardPage } from '#shared/contracts/cards.ts'
import { linkLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'

/** The id of a result's edit tools, which open for a link to it. */
export const EDIT_TOOLS_ID = 'edit-card'

type EditLinkProps = {
  card: Pick<CardPage, 'generationId' | 'visibility' | 'hidden' | 'waiting'>
}

/** Links to the edit tools of a card outside the Hall while its generation is stored. */
export function EditLink({ card: { generationId, visibility, hidden, waiting } }: EditLinkProps) {
  if (generationId === undefined || visibility === 'public' || hidden || waiting) return null
  return (
    <Link className={linkLook} to={`/?job=${encodeURIComponent(generationId)}#${EDIT_TOOLS_ID}`}>
      <SlidersHorizontal className={iconLook} aria-hidden="true" />
      Edit card
    </Link>
  )
}
