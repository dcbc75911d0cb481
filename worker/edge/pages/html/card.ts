import { html } from 'hono/html'
import type { CardPage } from '#shared/contracts/cards.ts'
import { copiesOf, HERO_SIZES } from '#shared/domain/card-copies.ts'
import { displayName } from '#shared/domain/card.ts'
import { describeCard } from '#shared/domain/describe-card.ts'
import { LABELS, WITHOUT_SCRIPTS } from '#shared/domain/messages.ts'
import { explainMaking } from '#shared/domain/making.ts'
import { overallOf, STATS, type Stats } from '#shared/domain/stats.ts'
import { timeUntil } from '#shared/time.ts'
import { CARD } from '#worker/render/card-layout.ts'
import { isShared } from '../card-head.ts'
import type { Piece } from '../write-page.ts'
import { teamStyle } from './team-style.ts'

/** @property now milliseconds since 1970 @property said why a vote that was just sent does not count */
type Moment = { readonly now: number; readonly said: string | null }

/** A card and everything there is to read of it. Its picture is asked for before any script has run. */
export const cardPage = (card: CardPage, moment: Moment): Piece =>
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
      <div class="turns"><span class="btn" aria-hidden="true" data-scripted style="width:161px"></span></div>
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
      ${card.rank === null ? '' : html`<p class="ranks">#${card.rank} of all time</p>`}
      ${card.visibility === 'public' && !card.hidden ? tally(card, moment) : ''}
      ${card.stats === null ? '' : statRows(card.stats, card.tier)} ${card.hidden ? '' : files(card)}
      <noscript
        >${card.mine ? '' : html`<p><a class="link" href="/contact?topic=report&amp;card=${encodeURIComponent(card.id)}">${LABELS.reportCard}</a></p>`}
        <p class="small mute">
          Created <time datetime="${card.createdAt}">${card.createdAt.slice(0, 10)}</time>. ${makingOf(card)}
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

/** The votes, and the button that adds one: a form, which works before any script and without. */
const tally = (card: CardPage, { now, said }: Moment): Piece => {
  const isOpen = card.nextVoteAt === null
  return html`<form class="tally" method="post" action="/card/${encodeURIComponent(card.id)}/vote">
    <div><b>${card.votes}</b><span> ${card.votes === 1 ? 'vote' : 'votes'}</span></div>
    ${
      isOpen
        ? html`<button class="btn pri" name="votes" value="${card.votes + 1}">${LABELS.upvote}</button>`
        : html`<p class="btn voted" role="status">
            ${LABELS.voted(timeUntil(Date.parse(card.nextVoteAt ?? '') - now))}
          </p>`
    }
    ${said === null ? '' : html`<p class="err make-yours" role="alert">${said}</p>`}
    ${
      isOpen || card.mine
        ? ''
        : html`<a class="btn pri make-yours" href="/?remix=${encodeURIComponent(card.id)}">${LABELS.nowMakeYours}</a>`
    }
  </form>`
}

/** The card as files, by the same addresses as in the app. */
const files = ({ id }: CardPage): Piece =>
  html`<nav class="act" aria-label="${WITHOUT_SCRIPTS.files}">
    <div class="r2">
      <a class="btn" href="${downloadPath(id, 'card')}" download>${LABELS.download}</a>
      <a class="btn" href="${downloadPath(id, 'story')}" download>Story</a>
    </div>
    <noscript
      ><p>
        <a class="link" href="${downloadPath(id, 'back')}" download>Back of the card</a>
        <a class="link" href="${downloadPath(id, 'print')}" download>Print sheet</a>
      </p></noscript
    >
  </nav>`

const downloadPath = (id: string, kind: string): string => `/download/${encodeURIComponent(id)}/${kind}`

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
