import { cardName } from '#shared/domain/card.ts'
import { html } from 'hono/html'
import type { Card } from '#shared/domain/card.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { overallOf } from '#shared/domain/stats.ts'
import type { Piece } from '../write-page.ts'

export const generatorPage = (recent: readonly Card[]): Piece =>
  html` <p>
      Turn a selfie into a fantasy football trading card. The photo is resized in the browser before it is sent, so
      making a card needs JavaScript; looking at cards does not.
    </p>
    ${listOf(LABELS.recentlyGenerated, recent)}`

export const hallPage = (strip: readonly Card[], top: readonly Card[]): Piece =>
  html`${listOf(LABELS.recentlyGenerated, strip)}${listOf(LABELS.top100, top, 'ranked')}`

function listOf(title: string, cards: readonly Card[], kind: 'plain' | 'ranked' = 'plain'): Piece | string {
  if (cards.length === 0) return ''
  const items = cards.map((card) => html`<li>${lineOf(card)}</li>`)
  return html`<h2 class="h2">${title}</h2>
    ${
      kind === 'ranked'
        ? html`<ol>
            ${items}
          </ol>`
        : html`<ul>
            ${items}
          </ul>`
    }`
}

function lineOf(card: Card): Piece {
  const overall = card.stats === null ? '' : `, overall ${overallOf(card.stats)}`
  const votes = card.votes === 1 ? '1 vote' : `${card.votes} votes`
  return html`<a href="/card/${card.id}"><bdi>${cardName(card)}</bdi></a
    >, ${card.teamColors}${overall}, ${votes}`
}
