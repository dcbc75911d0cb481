import { html } from 'hono/html'
import { LABELS } from '#shared/domain/messages.ts'
import type { Piece } from '../write-page.ts'

/** Room between what is read without scripts: the screens' own styles know nothing of it. */
const SPACED = 'display:grid;gap:12px;padding-block:24px'

/** For people without scripts only; all others get the screen itself. */
export const withoutScripts = (words: Piece): Piece =>
  html`<noscript
    ><div class="wrap" style="${SPACED}">
      ${words}
      <nav aria-label="More">
        <a href="/contact">${LABELS.contactUs}</a> <a href="/privacy-policy">${LABELS.privacy}</a>
      </nav>
    </div></noscript
  >`
