import { html } from 'hono/html'
import type { ReportQueue, ReportReason } from '#shared/contracts/reports.ts'
import { displayName } from '#shared/domain/card.ts'
import type { Markup } from '#worker/http/document.ts'
import type { Admin } from './access.ts'

type Entry = ReportQueue['queue'][number]

const HOUR_MS = 3_600_000

const REASON: Readonly<Record<ReportReason, string>> = {
  'not-me-or-no-consent': 'Not me, or no consent',
  nudity: 'Nudity',
  hate: 'Hate',
  minor: 'A child',
  impersonation: 'Impersonation',
  'spam-or-other': 'Spam or other',
}

const intro = (title: string, text: string): Markup =>
  html`<div class="doc-in">
    <h1 class="h1">${title}</h1>
    <p class="mute">${text}</p>
    <div class="hash" aria-hidden="true"></div>
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
          <div class="lab"><label for="email">Email</label></div>
          <div class="fld">
            <input class="inp" id="email" name="email" type="email" autocomplete="email" required />
          </div>
        </div>
        <button class="btn pri full" type="submit">Send me a link</button>
      </form>
      <p class="or"><i></i>or<i></i></p>
      <a class="btn full" href="${signIn}">Sign in with an account</a>`,
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
      <input type="hidden" name="token" value="${token}" /><button class="btn pri full" type="submit">Come in</button>
    </form>`,
  )

export const insidePage = (): Markup =>
  page('Admin', 'You are signed in.', html`<a class="btn pri full" href="/admin">Open the reports</a>`)

export const faultPage = (message: string): Markup =>
  page(
    'That did not work',
    'For the people who run this site.',
    html`<p class="says bad" role="alert">${message}</p>
      <p class="links"><a class="link" href="/admin">Admin</a><a class="link" href="/">Back to the cards</a></p>`,
  )

/** Every card somebody has to decide on, what is due first coming first. @param now in milliseconds since 1970 */
export const queuePage = ({ queue }: ReportQueue, { email, formToken }: Admin, now: number): Markup =>
  html`<div class="doc-in">
      <h1 class="h1">Reports</h1>
      <p class="mute">
        ${queue.length === 0 ? 'Nothing waits.' : `${queue.length} waiting.`} Each is decided within 48 hours of the
        first report.
      </p>
      <div class="hash" aria-hidden="true"></div>
      <p class="links"><a class="link" href="/admin/analytics">Analytics</a></p>
      <form class="out" method="post" action="/admin/leave">
        ${hidden(formToken)}
        <p class="small mute">${email}</p>
        <button class="btn" type="submit">Sign out</button>
      </form>
    </div>
    <div class="doc-in">
      ${
        queue.length === 0
          ? html`<p class="says good" role="status">No card is reported.</p>`
          : queue.map((entry) => entryView(entry, formToken, now))
      }
    </div>`

const hidden = (formToken: string) => html`<input type="hidden" name="form" value="${formToken}" />`

function entryView(
  { card, reasons, details, reporters, firstAt, dueAt }: Entry,
  formToken: string,
  now: number,
): Markup {
  const name = displayName(card.playerName)
  return html`<article class="rep" aria-labelledby="c-${card.id}">
    <img src="/admin/picture/${card.id}" alt="The reported card of ${name}" width="120" height="168" loading="lazy" />
    <div>
      <h2 class="h2" id="c-${card.id}"><bdi>${name}</bdi></h2>
      <p>${dueIn(Date.parse(dueAt) - now)} · ${card.hidden ? 'hidden now' : `still ${card.visibility}`}</p>
      <p>
        ${reasons.map((reason) => REASON[reason]).join(', ')}; ${reporters === 1 ? '1 report' : `${reporters} reports`},
        first <time datetime="${firstAt}">${firstAt.slice(0, 16).replace('T', ' ')} UTC</time>
      </p>
      ${
        details.length === 0
          ? ''
          : html`<ul class="small mute">
              ${details.map((detail) => html`<li><bdi>${detail}</bdi></li>`)}
            </ul>`
      }
      <form method="post" action="/admin/cards/${card.id}">
        ${hidden(formToken)}
        <button class="btn" name="decision" value="restore">Keep it</button>
        <button class="btn" name="decision" value="remove">Remove it for good</button>
      </form>
    </div>
  </article>`
}

function dueIn(ms: number): Markup {
  const hours = Math.floor(Math.abs(ms) / HOUR_MS)
  const span = hours === 1 ? '1 hour' : `${hours} hours`
  return ms >= 0 ? html`<strong>Due in ${span}</strong>` : html`<strong class="late">Overdue by ${span}</strong>`
}
