import { html } from 'hono/html'
import type { ReportQueue, ReportReason } from '#shared/contracts/reports.ts'
import { displayName } from '#shared/domain/card.ts'
import { HOUR_MS } from '#shared/time.ts'
import type { Markup } from '#worker/http/document.ts'
import { SCHEDULE_MINUTES } from '#shared/domain/limits.ts'
import { type HeldRemoval, UNDO_SECONDS } from '../reports/held-removals.ts'
import type { RefusedPicture } from '../reports/refused-pictures.ts'
import type { TrappedMessage } from '../trapped-messages.ts'
import type { Admin } from './access.ts'

type Entry = ReportQueue['queue'][number]

const REASON: Readonly<Record<ReportReason, string>> = {
  'not-me-or-no-consent': 'Not me, or no consent',
  nudity: 'Nudity',
  hate: 'Hate',
  minor: 'A child',
  impersonation: 'Impersonation',
  'spam-or-other': 'Spam or other',
}

/** What the rules (`/rules`) say about each. */
const RULE: Readonly<Record<ReportReason, string>> = {
  'not-me-or-no-consent': 'Nobody who has not agreed to be in it.',
  nudity: 'No nudity.',
  hate: 'No hate.',
  minor: 'Nobody younger than 18.',
  impersonation: 'Nobody made to look like somebody else.',
  'spam-or-other': 'No advertising, and nothing that is no card.',
}

const intro = (title: string, text: string): Markup =>
  html`<div class="doc-in">
    <h1 class="text-title">${title}</h1>
    <p class="text-mute">${text}</p>
    <div class="hash-rule-rule" aria-hidden="true"></div>
  </div>`

const page = (title: string, text: string, body: Markup): Markup =>
  html`${intro(title, text)}
    <div class="doc-in">${body}</div>`

/** @param signIn where an account signs in and comes back from */
export const doorPage = (signIn: string): Markup =>
  page(
    'Admin',
    'For the people who run this site.',
    html`<form method="post" action="/admin/link">
        <div>
          <div class="field-label"><label for="email">Email</label></div>
          <div class="field-control">
            <input class="field-input" id="email" name="email" type="email" autocomplete="email" required />
          </div>
        </div>
        <button class="button-button button-primary button-full" type="submit">Send me a link</button>
      </form>
      <p class="or"><i></i>or<i></i></p>
      <a class="button-button button-full" href="${signIn}">Sign in with an account</a>`,
  )

export const sentPage = (): Markup =>
  page(
    'Look at your mail',
    'The link works once, for 15 minutes.',
    html`<p class="says good" role="status">If this address is an admin’s, a link is on its way.</p>`,
  )

export const enterPage = (token: string): Markup =>
  page(
    'Admin',
    'You have come by the link from your mail.',
    html`<form method="post" action="/admin/enter">
      <input type="hidden" name="token" value="${token}" /><button
        class="button-button button-primary button-full"
        type="submit"
      >
        Come in
      </button>
    </form>`,
  )

export const insidePage = (): Markup =>
  page(
    'Admin',
    'You are signed in.',
    html`<a class="button-button button-primary button-full" href="/admin">Open the reports</a>`,
  )

export const faultPage = (message: string): Markup =>
  page(
    'That did not work',
    'For the people who run this site.',
    html`<p class="says bad" role="alert">${message}</p>
      <p class="links">
        <a class="button-link" href="/admin">Admin</a><a class="button-link" href="/">Back to the cards</a>
      </p>`,
  )

/** Every card that waits for a decision, by the time it is due. @param now in milliseconds since 1970 */
export const queuePage = (
  { queue }: ReportQueue,
  { held, refused }: { held: readonly HeldRemoval[]; refused: readonly RefusedPicture[] },
  { email, formToken }: Admin,
  now: number,
): Markup =>
  html`<div class="doc-in">
      <h1 class="text-title">Reports</h1>
      <p class="text-mute">
        ${queue.length === 0 ? 'Nothing waits.' : `${queue.length} waiting.`} Each is decided within 48 hours of the
        first report.
      </p>
      <div class="hash-rule-rule" aria-hidden="true"></div>
      <p class="links">
        <a class="button-link" href="/admin/operations">Operations</a
        ><a class="button-link" href="/admin/analytics">Analytics</a
        ><a class="button-link" href="/admin/messages">Messages</a>
      </p>
      <form class="out" method="post" action="/admin/leave">
        ${hidden(formToken)}
        <p class="text-small text-mute">${email}</p>
        <button class="button-button" type="submit">Sign out</button>
      </form>
    </div>
    <div class="doc-in">
      ${held.map((one) => heldView(one, formToken))}
      ${
        queue.length === 0
          ? html`<p class="says good" role="status">No card is reported.</p>`
          : queue.map((entry) => entryView(entry, formToken, now))
      }
      ${refused.length === 0 ? '' : refusedView(refused, formToken)}
    </div>`

const hidden = (formToken: string) => html`<input type="hidden" name="form" value="${formToken}" />`

function entryView(
  { card, waiting, reasons, said, reporters, firstAt, dueAt }: Entry,
  formToken: string,
  now: number,
): Markup {
  const name = displayName(card.playerName)
  return html`<article class="rep" aria-labelledby="c-${card.id}">
    <a href="/admin/picture/${card.id}" target="_blank" rel="noopener"
      ><img
        src="/admin/picture/${card.id}"
        alt="The reported card of ${name}, large in a new tab"
        width="200"
        height="280"
        loading="lazy"
    /></a>
    <div>
      <h2 class="text-heading" id="c-${card.id}"><bdi>${name}</bdi></h2>
      <p>${dueIn(Date.parse(dueAt) - now)} · ${card.hidden ? 'hidden now' : `still ${card.visibility}`}</p>
      <p>
        ${waiting ? 'No face was found in its photo: it waits to enter the Hall' : ''}${waiting && reporters > 0 ? '; ' : ''}
        ${reporters === 0 ? '' : reporters === 1 ? '1 report' : `${reporters} reports`}, since
        <time datetime="${firstAt}">${firstAt.slice(0, 16).replace('T', ' ')} UTC</time>
      </p>
      ${reasonsView(reasons, said)}
      <form method="post" action="/admin/cards/${card.id}">
        ${hidden(formToken)}
        <button class="button-button" name="decision" value="restore">
          ${waiting ? 'Show it in the Hall' : 'Keep it'}
        </button>
        <button class="button-button button-danger" name="decision" value="remove">Remove it...</button>
      </form>
    </div>
  </article>`
}

/** Each reason with the rule it goes by, and beneath it what reporters wrote. */
const reasonsView = (reasons: Entry['reasons'], said: Entry['said']): Markup | string =>
  reasons.length === 0
    ? ''
    : html`<dl class="why">
        ${reasons.map(
          (reason) =>
            html`<dt><strong>${REASON[reason]}</strong> <span class="text-small text-mute">${RULE[reason]}</span></dt>
              ${said.filter((one) => one.reason === reason).map(({ detail }) => html`<dd><bdi>${detail}</bdi></dd>`)}`,
        )}
      </dl>`

/** A removal that can still be taken back. */
const heldView = ({ card, name }: HeldRemoval, formToken: string): Markup =>
  html`<form class="says good held" method="post" action="/admin/cards/${card}/undo">
    ${hidden(formToken)}
    <p role="status">
      <bdi>${name}</bdi> is removed. Nobody but its maker sees it now. It can be brought back for ${UNDO_SECONDS}
      seconds; after them it is deleted for good, at most ${SCHEDULE_MINUTES} minutes later, whether this page is open
      or not.
    </p>
    <button class="button-button" type="submit" aria-label="Undo: bring ${name} back">Undo</button>
  </form>`

/** Asked before a card is removed. */
export const removalPage = ({ card, reasons, said }: Entry, formToken: string): Markup =>
  page(
    'Remove this card?',
    `It is hidden at once. For ${UNDO_SECONDS} seconds that can be undone; after them, at most ${SCHEDULE_MINUTES} minutes later, its page, its pictures and its votes are deleted for good, and its picture is refused from then on.`,
    html`<article class="sure" aria-labelledby="sure">
      <img
        src="/admin/picture/${card.id}"
        alt="The reported card of ${displayName(card.playerName)}"
        width="300"
        height="420"
      />
      <h2 class="text-heading" id="sure"><bdi>${displayName(card.playerName)}</bdi></h2>
      ${reasonsView(reasons, said)}
      <form method="post" action="/admin/cards/${card.id}">
        ${hidden(formToken)}
        <input type="hidden" name="sure" value="yes" />
        <button class="button-button button-danger" name="decision" value="remove">Remove it for good</button>
      </form>
      <a class="button-button" href="/admin">Back to the reports</a>
    </article>`,
  )

/** What was removed here, and may be allowed again: the pictures themselves are gone. */
const refusedView = (refused: readonly RefusedPicture[], formToken: string): Markup =>
  html`<section aria-labelledby="refused">
    <h2 class="text-heading" id="refused">Refused pictures</h2>
    <p class="text-mute">The pictures of these removed cards cannot be published again.</p>
    <ul class="plain">
      ${refused.map(
        ({ card, refusedAt }) =>
          html`<li>
            <form method="post" action="/admin/refused/${card}">
              ${hidden(formToken)}
              <p class="text-small">
                <code>${card}</code>, removed
                <time datetime="${refusedAt}">${refusedAt.slice(0, 16).replace('T', ' ')} UTC</time>
              </p>
              <button class="button-button" type="submit">Allow it again</button>
            </form>
          </li>`,
      )}
    </ul>
  </section>`

/** Messages whose hidden field was filled: most are spam, some a person sent with a form filler. */
export const trappedPage = (messages: readonly TrappedMessage[]): Markup =>
  page(
    'Caught by the spam trap',
    'These messages came with the hidden field filled and were mailed to nobody. Most are spam; answer those that are not.',
    html`<p class="links"><a class="button-link" href="/admin">Reports</a></p>
      ${messages.length === 0 ? html`<p class="says good" role="status">The spam trap is empty.</p>` : ''}
      <ul class="plain">
        ${messages.map(
          ({ id, name, email, message, website, createdAt }) =>
            html`<li>
              <article aria-labelledby="m-${id}">
                <h2 class="text-heading" id="m-${id}"><bdi>${name === '' ? 'No name' : name}</bdi></h2>
                <p class="text-small text-mute">
                  <bdi>${email}</bdi>,
                  <time datetime="${createdAt}">${createdAt.slice(0, 16).replace('T', ' ')} UTC</time>
                </p>
                <p><bdi>${message}</bdi></p>
                <p class="text-small text-mute">The hidden field held <bdi>${website}</bdi></p>
              </article>
            </li>`,
        )}
      </ul>`,
  )

function dueIn(ms: number): Markup {
  const hours = Math.floor(Math.abs(ms) / HOUR_MS)
  const span = hours === 1 ? '1 hour' : `${hours} hours`
  return ms >= 0 ? html`<strong>Due in ${span}</strong>` : html`<strong class="late">Overdue by ${span}</strong>`
}
