import { html } from 'hono/html'
import { LABELS, WITHOUT_SCRIPTS } from '#shared/domain/messages.ts'
import type { Piece } from '../write-page.ts'

export const myCardsPage = (): Piece => html`<p>${WITHOUT_SCRIPTS.owning}</p>`

export const accountPage = (): Piece => html`<p>${WITHOUT_SCRIPTS.account}</p>`

/** Neutral on purpose: what was here, and why it is gone, is not told. */
export const missingPage = (title: string): Piece =>
  html` <h1 class="text-title">${title}</h1>
    <p>There is nothing at this address. <a href="/hall-of-fame">${LABELS.gallery}</a></p>`
