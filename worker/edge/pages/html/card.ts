import { html } from 'hono/html'
import type { CardPage } from '#shared/contracts/cards.ts'
import { copiesOf, FIRST_HERO_SIZES } from '#shared/domain/card-copies.ts'
import { displayName } from '#shared/domain/card.ts'
import { describeCard } from '#shared/domain/describe-card.ts'
import { LABELS, SEEN_BY, WITHOUT_SCRIPTS } from '#shared/domain/messages.ts'
import { explainMaking } from '#shared/domain/making.ts'
import { overallOf, STATS, type Stats } from '#shared/domain/stats.ts'
import { getTeam } from '#shared/domain/team.ts'
import { timeUntil } from '#shared/time.ts'
import { CARD } from '#worker/render/card-layout.ts'
import { isShared } from '../card-head.ts'
import type { Piece } from '../write-page.ts'

/** @property now milliseconds since 1970 @property said why a vote that was just sent does not count */
type Moment = { readonly now: number; readonly said: string | null }

/** A card and everything there is to read of it. Its picture is asked for before any script has run. */
export const cardPage = (card: CardPage, moment: Moment): Piece =>
  html` <article class="card-page-page" data-team="${getTeam(card.teamColors)?.id ?? ''}">
    <div class="card-page-left">
      <div class="stage-stage card-page-stage">
        <div class="stage-lamps" aria-hidden="true"><i></i><i></i></div>
        <div class="stage-floor" aria-hidden="true">
          <div class="stage-field"><b>5 0</b><b>5 0</b></div>
        </div>
        <div class="stage-plinth">
          <div class="stage-tilt">
            <img
              class="card-picture-picture"
              sizes="${FIRST_HERO_SIZES}"
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
      <div class="card-page-turns">
        <span class="button-button" aria-hidden="true" inert>${turnIcon()}Flip to the back</span>
      </div>
    </div>
    <div class="card-page-body">
      <header>
        <h1 class="card-detail-name" tabindex="-1" dir="auto">${displayName(card.playerName)}</h1>
        <p class="card-detail-facts">
          ${card.jerseyNumber === '' ? '' : html`<span>No. ${card.jerseyNumber}</span>`}<span
            ><span class="swatch-swatch card-detail-swatch" aria-hidden="true"></span>${card.teamColors}</span
          >${medalOf(card)}${visibilityOf(card)}
        </p>
        ${ranksOf(card)}
      </header>
      ${card.visibility === 'public' && !card.hidden ? tally(card, moment) : ''}
      ${card.stats === null ? '' : statRows(card.stats, card.tier)} ${card.hidden ? '' : files(card)}
      <noscript
        >${card.mine ? '' : html`<p><a class="button-link" href="/contact?topic=report&amp;card=${encodeURIComponent(card.id)}">${LABELS.reportCard}</a></p>`}
        <p class="text-small text-mute">
          Created <time datetime="${card.createdAt}">${longDate(card.createdAt)}</time>. ${makingOf(card)}
        </p></noscript
      >
    </div>
    ${
      isShared(card) && !card.mine
        ? html`<div class="card-detail-bar">
            <div class="hash-rule-rule" aria-hidden="true"></div>
            <div>
              <a class="button-button button-primary" href="/?remix=${encodeURIComponent(card.id)}"
                >${LABELS.makeLikeThis}</a
              >
            </div>
          </div>`
        : ''
    }
  </article>`

/** As the app's button has it (lucide's `rotate-ccw`). */
const turnIcon = (): Piece =>
  html`<svg class="icon-icon" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2">
    <path d="M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8" />
    <path d="M3 3v5h5" />
  </svg>`

const MEDALS = [
  html`<span class="medal-medal card-detail-medal card-detail-gold">1st</span>`,
  html`<span class="medal-medal card-detail-medal card-detail-silver">2nd</span>`,
  html`<span class="medal-medal card-detail-medal card-detail-bronze">3rd</span>`,
] as const

const medalOf = ({ rank }: CardPage): Piece | string => (rank === null ? '' : (MEDALS[rank - 1] ?? ''))

function visibilityOf({ visibility, hidden }: CardPage): Piece | string {
  if (hidden) return html`<span class="visibility-tag-tag visibility-tag-hidden">${SEEN_BY.hidden}</span>`
  return visibility === 'public' ? '' : html`<span class="visibility-tag-tag">${SEEN_BY[visibility]}</span>`
}

function ranksOf({ rank, rankOfWeek }: CardPage): Piece | string {
  const ranks = [rank && `#${rank} of all time`, rankOfWeek && `#${rankOfWeek} this week`].filter(Boolean)
  return ranks.length === 0 ? '' : html`<p class="card-detail-ranks">${ranks.join(', ')}</p>`
}

/** The votes, and the button that adds one: a form, which works before any script and without. */
const tally = (card: CardPage, { now, said }: Moment): Piece => {
  const isOpen = card.nextVoteAt === null
  return html`<form class="tally-tally" method="post" action="/card/${encodeURIComponent(card.id)}/vote">
    <div><b>${card.votes}</b><span> ${card.votes === 1 ? 'vote' : 'votes'}</span></div>
    ${
      isOpen
        ? html`<button class="button-button button-primary" name="votes" value="${card.votes + 1}">
            ${LABELS.upvote}
          </button>`
        : html`<p class="button-button tally-voted" role="status">
            ${LABELS.voted(timeUntil(Date.parse(card.nextVoteAt ?? '') - now))}
          </p>`
    }
    ${said === null ? '' : html`<p class="field-error tally-make" role="alert">${said}</p>`}
    ${
      isOpen || card.mine
        ? ''
        : html`<a class="button-button button-primary tally-make" href="/?remix=${encodeURIComponent(card.id)}"
            >${LABELS.nowMakeYours}</a
          >`
    }
    <div class="live-line-live tally-live" aria-hidden="true" data-scripted></div>
  </form>`
}

/** The card as files, by the same addresses as in the app. */
const files = ({ id }: CardPage): Piece =>
  html`<nav class="share-actions-actions" aria-label="${WITHOUT_SCRIPTS.files}">
    <div class="share-actions-pair">
      <a class="button-button" href="${downloadPath(id, 'card')}" download>${LABELS.download}</a>
      <a class="button-button" href="${downloadPath(id, 'story')}" download>Story</a>
    </div>
    <noscript
      ><p class="shell-links">
        <a class="button-link" href="${downloadPath(id, 'back')}" download>Back of the card</a>
        <a class="button-link" href="${downloadPath(id, 'print')}" download>Print sheet</a>
      </p></noscript
    >
  </nav>`

/** @example longDate('2026-11-20T10:00:00Z') // 'November 20, 2026' */
const longDate = (iso: string): string =>
  new Date(iso).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' })

const downloadPath = (id: string, kind: string): string => `/download/${encodeURIComponent(id)}/${kind}`

const makingOf = ({ source, finish }: CardPage): string => (source === null ? '' : explainMaking({ source, finish }))

/** How much of a stat's field is filled. With scripts the app fills it. */
const bar = (value: number): Piece =>
  html`<svg display="block" width="${value}%" height="16"><path fill="var(--lit)" d="M0 0h999v16H0z" /></svg>`

const statRows = (stats: Stats, tier: string): Piece =>
  html` <section class="stat-rows-score" aria-label="Stats">
    <div class="stat-rows-overall">
      <b>${overallOf(stats)}</b>
      <div><span class="stat-rows-large">${tier}</span><span class="stat-rows-caption">Overall</span></div>
    </div>
    <div class="hash-rule-rule" aria-hidden="true"></div>
    <dl class="stat-rows-stats">
      ${STATS.map(
        ({ name, label }) =>
          html`<div class="stat-rows-stat">
            <dt>${label}</dt>
            <dd>
              <span class="stat-rows-bar" aria-hidden="true"><noscript>${bar(stats[name])}</noscript></span
              ><span class="stat-rows-value">${stats[name]}</span>
            </dd>
          </div>`,
      )}
    </dl>
  </section>`
