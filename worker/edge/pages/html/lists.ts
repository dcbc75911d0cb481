import { cardName } from '#shared/domain/card.ts'
import { html } from 'hono/html'
import type { Card } from '#shared/domain/card.ts'
import { LABELS, WITHOUT_SCRIPTS } from '#shared/domain/messages.ts'
import { overallOf } from '#shared/domain/stats.ts'
import { TEAMS } from '#shared/domain/team.ts'
import type { Piece } from '../write-page.ts'

export const generatorNotice = (): Piece =>
  html`<p>Turn a selfie into a fantasy football trading card. ${WITHOUT_SCRIPTS.making}</p>`

export const generatorPage = (recent: readonly Card[]): Piece | string => listOf(LABELS.recentlyGenerated, recent)

type HallParts = {
  readonly newest: readonly Card[]
  readonly leaders: readonly Card[]
  /** What the leaders are filtered and sorted by. */
  readonly team: string | null
  readonly sort: string | null
  /** Whether this is all of the page, for which the build has no first paint. */
  readonly isWhole: boolean
}

export const hallPage = ({ newest, leaders, team, sort, isWhole }: HallParts): Piece =>
  html`${isWhole ? html`<h1 class="text-title">Hall of Fame</h1>` : ''}${filterForm(team, sort)}${
    leaders.length === 0 ? html`<p>${LABELS.emptyFilter}</p>` : listOf(team ?? LABELS.top100, leaders, 'ranked')
  }${listOf(LABELS.recentlyGenerated, newest)}`

const filterForm = (team: string | null, sort: string | null): Piece =>
  html`<form action="/hall-of-fame">
    ${sort === null ? '' : html`<input type="hidden" name="sort" value="${sort}" />`}
    <div class="field-label"><label for="plain-team">Team</label></div>
    <select class="field-input" id="plain-team" name="team">
      <option value="">${LABELS.allTeams}</option>
      ${TEAMS.map(({ name }) => html`<option ${name === team ? 'selected' : ''}>${name}</option>`)}
    </select>
    <button class="button-button">${WITHOUT_SCRIPTS.showCards}</button>
  </form>`

function listOf(title: string, cards: readonly Card[], kind: 'plain' | 'ranked' = 'plain'): Piece | string {
  if (cards.length === 0) return ''
  const items = cards.map((card) => html`<li>${lineOf(card)}</li>`)
  return html`<h2 class="text-heading">${title}</h2>
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
