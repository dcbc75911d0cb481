import { html } from 'hono/html'
import { LABELS } from '#shared/domain/messages.ts'
import type { Piece } from '../write-page.ts'

export const contactPage = (): Piece =>
  html` <h1 class="h1">${LABELS.contactUs}</h1>
    <p>
      Messages go out by the form on this page, and the form needs JavaScript. Turn it on for this site and load the
      page again: there is a topic for reporting a card, one for having your data deleted, and one for everything else.
      We answer by mail.
    </p>`

export const myCardsPage = (): Piece =>
  html`<h1 class="h1">My cards</h1>
    <p>The cards this browser has made are shown here, and looking after them needs JavaScript.</p>`

export const privacyPage = (): Piece =>
  html` <h1 class="h1">${LABELS.privacy}</h1>
    <p>
      A photo is used once, to draw its card, and deleted when the card is made. Location and camera data are removed on
      the device and again on the server. A draft is its maker’s alone and is deleted after 30 days. A card in the Hall
      of Fame can be seen by everybody until its maker deletes it. Messages are kept for up to two years. The whole
      policy needs JavaScript to be shown.
    </p>`

/** Neutral on purpose: what was here, and why it is gone, is nobody's business. */
export const missingPage = (title: string): Piece =>
  html` <h1 class="h1">${title}</h1>
    <p>There is nothing at this address. <a href="/hall-of-fame">${LABELS.gallery}</a></p>`
