import { html } from 'hono/html'
import { LABELS } from '#shared/domain/messages.ts'
import type { Piece } from '../write-page.ts'

/** For people without scripts only; all others get the screen itself. */
export const withoutScripts = (words: Piece): Piece =>
  html`<noscript
    ><div class="text-wrap shell-plain">
      ${words}
      <nav aria-label="More">
        <a href="/contact">${LABELS.contactUs}</a> <a href="/privacy-policy">${LABELS.privacy}</a>
      </nav>
    </div></noscript
  >`
