import { cardName } from '#shared/domain/card.ts'
import { html } from 'hono/html'
import type { Card } from '#shared/domain/card.ts'
import { LABELS, WITHOUT_SCRIPTS } from '#shared/domain/messages.ts'
import { overallOf } from '#shared/domain/stats.ts'
import type { Piece } from '../write-page.ts'

export const generatorNotice = (): Piece =>
  html`<p>Turn a selfie into a fantasy football trading card. ${WITHOUT_SCRIPTS.making}</p>`

export const generatorPage = (recent: readonly Card[]): Piece | string => listOf(LABELS.recentlyGenerated, recent)

function listOf(title: string, cards: readonly Card[]): Piece | string {
  if (cards.length === 0) return ''
  return html`<h2 class="text-heading">${title}</h2>
    <ul>
      ${cards.map((card) => html`<li>${lineOf(card)}</li>`)}
    </ul>`
}

function lineOf(card: Card): Piece {
  const overall = card.stats === null ? '' : `, overall ${overallOf(card.stats)}`
  const votes = card.votes === 1 ? '1 vote' : `${card.votes} votes`
  return html`<a href="/card/${card.id}"><bdi>${cardName(card)}</bdi></a
    >, ${card.teamColors}${overall}, ${votes}`
}
