import '#web/styles/owner.css'
import type { Visibility } from '#shared/domain/card.ts'
import { WAITING } from '#shared/domain/messages.ts'

const WORDS: Record<Visibility, string> = {
  draft: 'Draft: only you see it',
  unlisted: 'Unlisted: only with the link',
  public: 'In the Hall',
}

type Props = { visibility: Visibility; hidden?: boolean; waiting?: boolean }

/** A card's visibility, in words. */
export const VisibilityTag = ({ visibility, hidden = false, waiting = false }: Props) => (
  <span className={hidden ? 'tag bad' : 'tag'}>
    {hidden ? 'Hidden after reports' : waiting ? WAITING.title : WORDS[visibility]}
  </span>
)
