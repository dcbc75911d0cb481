import { html } from 'hono/html'
import { LABELS } from '#shared/domain/messages.ts'
import type { Piece } from '../write-page.ts'

/** Above a screen of which nothing works without scripts, for people who have none. */
export const noticeWithoutScripts = (words: Piece): Piece =>
  html`<noscript><div class="text-wrap shell-plain">${words}</div></noscript>`

/** For people without scripts only; all others get the screen itself. @param words '' for nothing but the links */
export const withoutScripts = (words: Piece | string): Piece =>
  html`<noscript
    ><div class="text-wrap shell-plain">
      ${words}
      <nav class="shell-links" aria-label="More">
        <a href="/contact">${LABELS.contactUs}</a> <a href="/privacy-policy">${LABELS.privacy}</a>
      </nav>
    </div></noscript
  >`
