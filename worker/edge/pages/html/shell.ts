import { html } from 'hono/html'
import { LABELS } from '#shared/domain/messages.ts'
import { SITE_NAME } from '../head.ts'
import type { Piece } from '../write-page.ts'

/** What stands round every screen, as plain links: it works before the scripts are there, and without them. */
export const shell = (main: Piece): Piece =>
  html` <header class="top">
      <div class="top-in">
        <a class="brand" href="/" aria-label="${SITE_NAME}, home">
          <svg viewBox="0 0 40 56" aria-hidden="true">
            <path d="M3 0H30L40 10V53A3 3 0 0 1 37 56H10L0 46V3A3 3 0 0 1 3 0Z" fill="#ffd02e" />
            <path
              d="M20 11V45M13 17H27M12 24H28M12 31H28M13 38H27"
              fill="none"
              stroke="#14120a"
              stroke-width="3.6"
              stroke-linecap="round"
            />
          </svg>
          <span aria-hidden="true"><b>Fantasy </b><b>Football </b><b>Cards</b></span>
        </a>
        <nav class="nav" aria-label="Main">
          <a href="/">${LABELS.generator}</a><a href="/hall-of-fame">${LABELS.gallery}</a>
        </nav>
      </div>
    </header>
    <main id="main" tabindex="-1">${main}</main>
    <noscript
      ><footer class="foot">
        <div class="in">
          <nav aria-label="Footer">
            <a href="/contact">${LABELS.contactUs}</a> <a href="/privacy-policy">${LABELS.privacy}</a>
          </nav>
        </div>
      </footer></noscript
    >`

/** Room between what is read without scripts: the screens' own styles know nothing of it. */
const SPACED = 'display:grid;gap:12px;padding-block:24px'

/** For people without scripts only; all others get the screen itself. */
export const withoutScripts = (main: Piece): Piece =>
  html`<noscript><div class="wrap" style="${SPACED}">${main}</div></noscript>`
