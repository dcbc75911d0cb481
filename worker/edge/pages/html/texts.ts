import { html } from 'hono/html'
import { NO_CARD } from '#shared/domain/later-messages.ts'
import { LABELS, WITHOUT_SCRIPTS } from '#shared/domain/messages.ts'
import type { Piece } from '../write-page.ts'

export const myCardsPage = (): Piece => html`<p>${WITHOUT_SCRIPTS.owning}</p>`

export const accountPage = (): Piece => html`<p>${WITHOUT_SCRIPTS.account}</p>`

/** As `card-screen.tsx` has it. Neutral on purpose: what was here is not told. */
export const lostCardPage = (status: 404 | 410 | 500): Piece =>
  html`<div class="text-wrap empty-empty empty-page">
    ${
      status === 500
        ? html`<h1 class="text-title" tabindex="-1">${NO_CARD.failed}</h1>
            <p class="text-mute">${NO_CARD.maybe}</p>
            <a class="button-button button-primary" id="retry" href="">Retry</a>`
        : html`<h1 class="text-title" tabindex="-1">${LABELS.cardNotFound}</h1>
            <p class="text-mute">${status === 410 ? NO_CARD.removed : NO_CARD.unknown}</p>
            <a class="button-button button-primary" href="/hall-of-fame">${NO_CARD.back}</a>`
    }
  </div>`

/** As `load-failed.tsx` has it: the way to try again is the page's own address. */
export const cardsUnread = (): Piece =>
  html`<p class="load-failed-failed text-mute">
    Couldn't load cards<span aria-hidden="true">·</span><a class="button-link" href="">Retry</a>
  </p>`
