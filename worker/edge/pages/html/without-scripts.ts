import { html } from 'hono/html'
import type { Piece } from '../write-page.ts'

/** For people without scripts only; all others get the screen itself. @param words '' for nothing */
export const withoutScripts = (words: Piece | string): Piece | string =>
  words === '' ? '' : html`<noscript><div class="text-wrap shell-plain">${words}</div></noscript>`
