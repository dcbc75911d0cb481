import { html } from 'hono/html'
import type { CardPage } from '#shared/contracts/cards.ts'
import { copiesOf, HERO_SIZES } from '#shared/domain/card-copies.ts'
import { displayName } from '#shared/domain/card.ts'
import { describeCard } from '#shared/domain/describe-card.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { explainMaking } from '#shared/domain/making.ts'
import { overallOf, STATS, type Stats } from '#shared/domain/stats.ts'
import { CARD } from '#worker/render/card-layout.ts'
import { isShared } from '../card-head.ts'
import type { Piece } from '../write-page.ts'
import { teamStyle } from './team-style.ts'

/** A card and everything there is to read of it. Its picture is asked for before any script has run. */
export const cardPage = (card: CardPage): Piece =>
  html` <article class="cp" style="${teamStyle(card.teamColors)}">
    <div class="cp-l">
      <div class="stage">
        <div class="lamps" aria-hidden="true"><i></i><i></i></div>
        <div class="floor" aria-hidden="true">
          <div class="field"><b>5 0</b><b>5 0</b></div>
        </div>
        <div class="plinth">
          <div class="tilt">
            <img
              class="picture"
              sizes="${HERO_SIZES}"
              srcset="${copiesOf(card, 'hero')}"
              src="${card.imageUrl}"
              alt="${describeCard(card)}"
              width="${CARD.width}"
              height="${CARD.height}"
              fetchpriority="high"
              decoding="async"
            />
          </div>
        </div>
      </div>
      <div class="turns"><span class="btn" aria-hidden="true" style="width:161px"></span></div>
    </div>
    <div class="cp-b">
      <header>
        <h1 class="nm" tabindex="-1" dir="auto">${displayName(card.playerName)}</h1>
        <p class="sub">
          ${card.jerseyNumber === '' ? '' : html`<span>No. ${card.jerseyNumber}</span>`}<span
            ><span class="sw" aria-hidden="true"></span>${card.teamColors}</span
          >
        </p>
      </header>
      <p>
        ${card.votes}
        ${card.votes === 1 ? 'vote' : 'votes'}${card.rank === null ? '' : `, number ${card.rank} of all time`}
      </p>
      ${card.stats === null ? '' : statRows(card.stats, card.tier)}
      <noscript
        ><p class="small mute">
          Created <time datetime="${card.createdAt}">${card.createdAt.slice(0, 10)}</time>. ${makingOf(card)} Voting
          needs JavaScript.
        </p></noscript
      >
    </div>
    ${
      isShared(card) && !card.mine
        ? html`<div class="make-bar">
            <div class="hash" aria-hidden="true"></div>
            <div><a class="btn pri" href="/?remix=${encodeURIComponent(card.id)}">${LABELS.makeLikeThis}</a></div>
          </div>`
        : ''
    }
  </article>`

const makingOf = ({ source, finish }: CardPage): string => (source === null ? '' : explainMaking({ source, finish }))

const statRows = (stats: Stats, tier: string): Piece =>
  html` <section class="score" aria-label="Stats">
    <div class="ovr">
      <b>${overallOf(stats)}</b>
      <div><span class="t">${tier}</span><span class="d">Overall</span></div>
    </div>
    <dl class="stats">
      ${STATS.map(
        ({ name, label }) =>
          html`<div class="stat">
            <dt>${label}</dt>
            <dd><span class="v">${stats[name]}</span></dd>
          </div>`,
      )}
    </dl>
  </section>`
