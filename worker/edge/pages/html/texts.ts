import { html } from 'hono/html'
import { LABELS } from '#shared/domain/messages.ts'
import type { Piece } from '../write-page.ts'

export const contactPage = (): Piece =>
  html` <p>
    Messages go out by the form on this page, and the form needs JavaScript. Turn it on for this site and load the page
    again: there is a topic for reporting a card, one for having your data deleted, and one for everything else. We
    answer by mail.
  </p>`

export const myCardsPage = (): Piece =>
  html`<p>The cards this browser has made are shown here, and looking after them needs JavaScript.</p>`

export const accountPage = (): Piece => html`<p>Looking after an account needs JavaScript; signing in does not.</p>`

/** Neutral on purpose: what was here, and why it is gone, is not told. */
export const missingPage = (title: string): Piece =>
  html` <h1 class="h1">${title}</h1>
    <p>There is nothing at this address. <a href="/hall-of-fame">${LABELS.gallery}</a></p>`
