import '#web/styles/owner.css'
import type { Visibility } from '#shared/domain/card.ts'

const WORDS: Record<Visibility, string> = {
  draft: 'Draft: only you see it',
  unlisted: 'Unlisted: only with the link',
  public: 'In the Hall',
}

/** Who may see a card, in words. */
export const VisibilityTag = ({ visibility, hidden = false }: { visibility: Visibility; hidden?: boolean }) => (
  <span className={hidden ? 'tag bad' : 'tag'}>{hidden ? 'Hidden after reports' : WORDS[visibility]}</span>
)
