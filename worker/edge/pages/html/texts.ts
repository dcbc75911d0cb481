import { html } from 'hono/html'
import { LABELS, WITHOUT_SCRIPTS } from '#shared/domain/messages.ts'
import type { Piece } from '../write-page.ts'

export const myCardsPage = (): Piece => html`<p>${WITHOUT_SCRIPTS.owning}</p>`

export const accountPage = (): Piece => html`<p>${WITHOUT_SCRIPTS.account}</p>`

/** Looks as the app's own page for it does. Neutral on purpose: what was here, and why it is gone, is not told. */
export const missingPage = (title: string, why: string): Piece =>
  html`<div class="text-wrap empty-empty empty-page">${missing(title, why)}</div>`

/** The same among other words. */
export const missingPart = (title: string, why: string): Piece =>
  html`<div class="empty-empty">${missing(title, why)}</div>`

const missing = (title: string, why: string): Piece =>
  html`<h1 class="text-title">${title}</h1>
    <p class="text-mute">${why}</p>
    <a class="button-button button-primary" href="/hall-of-fame">Back to the ${LABELS.gallery}</a>`
