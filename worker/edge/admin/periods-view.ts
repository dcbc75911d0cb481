import { html } from 'hono/html'
import type { Markup } from '#worker/http/document.ts'
import { type Period, PERIODS } from './period.ts'

/**
 * Which days a page of figures shows, and the way to the other pages of admins.
 *
 * @param path of the page itself
 * @param others pages of figures beside it
 */
export const periodsView = (
  path: string,
  period: Period,
  others: readonly { readonly name: string; readonly path: string }[],
): Markup =>
  html`<nav class="periods" aria-label="Period">
    ${PERIODS.map(
      (offered) => html`
        <a class="button-button" href="${path}?days=${offered}" ${offered === period ? html`aria-current="page"` : ''}>
          ${offered} days
        </a>
      `,
    )}
    ${others.map((other) => html`<a class="button-link" href="${other.path}">${other.name}</a>`)}
    <a class="button-link" href="/admin">Reports</a>
  </nav>`
