import { Hono } from 'hono'
import { html } from 'hono/html'
import { CONSENT } from '#shared/domain/messages.ts'
import { ESTABLISHED_CARD, REPORT_DECISION_HOURS, REPORTERS_TO_HIDE } from '#shared/domain/limits.ts'
import { answerDocument } from '#worker/http/document.ts'
import type { EdgeEnv } from '../app-env.ts'

/** `/rules`: what the Hall takes, and what becomes of reports. A document of its own, which needs no scripts. */
export const rules = new Hono<EdgeEnv>().get('/rules', (c) => {
  const waits = c.var.services.config.reviewsFaceless
  c.header('cache-control', 'public, max-age=300')
  return answerDocument(c, {
    title: 'Rules | Fantasy Football Cards',
    style: '.doc ul{list-style:disc;padding-left:1.25em;display:grid;gap:6px}',
    main: html`<div class="doc-in">
        <h1 class="text-title">What the Hall takes</h1>
        <p class="text-mute">
          Everybody sees, shares and votes on what is in the Hall of Fame. These rules hold for all of it.
        </p>
        <div class="hash-rule-rule" aria-hidden="true"></div>
      </div>
      <div class="doc-in">
        <h2 class="text-heading">It takes</h2>
        <ul>
          <li>a card of yourself, or of somebody who has agreed to be in it,</li>
          <li>of people who are 18 or older,</li>
          <li>under a nickname that anybody may read.</li>
        </ul>
        <p>${CONSENT} This holds for programs that save cards, too.</p>
        <h2 class="text-heading">It does not take</h2>
        <ul>
          <li>anybody who has not agreed, or is made to look like somebody else,</li>
          <li>children,</li>
          <li>nudity,</li>
          <li>hate,</li>
          <li>advertising, and anything else that is no card.</li>
        </ul>
        ${
          waits
            ? html`<p>A card in whose photo no face is found is not in the Hall before a moderator has seen it.</p>`
            : ''
        }
        <h2 class="text-heading">Reports</h2>
        <p>
          Every card has a <i>Report</i> link. A moderator decides on every report within ${REPORT_DECISION_HOURS}
          hours.
        </p>
        <ul>
          <li>
            One report of a child or of nudity hides a card at once; a card with ${ESTABLISHED_CARD.votes} votes or
            ${ESTABLISHED_CARD.days} days of age takes two.
          </li>
          <li>Other reports hide it when they come from ${REPORTERS_TO_HIDE} different networks.</li>
          <li>Hidden, only its maker sees it, and is told. It comes back when it breaks no rule.</li>
          <li>
            Removed, it is gone for good: its page, its votes and its pictures. Its picture cannot be published again.
          </li>
        </ul>
        <p>
          Are we wrong, or are you in a card that you have not agreed to?
          <a class="button-link" href="/contact">Write to us</a>.
        </p>
        <p class="links">
          <a class="button-link" href="/hall-of-fame">Hall of Fame</a
          ><a class="button-link" href="/privacy-policy">Privacy</a>
        </p>
      </div>`,
  })
})
