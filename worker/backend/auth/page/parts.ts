import { html } from 'hono/html'
import type { Markup } from '#worker/http/document.ts'

type Input = {
  readonly name: string
  readonly label: string
  readonly type: 'email' | 'password' | 'text'
  readonly autocomplete: string
  readonly value?: string
  readonly isBad?: boolean
  readonly hint?: string
}

export const field = ({ name, label, type, autocomplete, value = '', isBad = false, hint }: Input): Markup =>
  html`<div>
    <div class="field-label"><label for="${name}">${label}</label></div>
    <div class="${isBad ? 'field-control field-faulty' : 'field-control'}">
      <input
        class="field-input"
        id="${name}"
        name="${name}"
        type="${type}"
        autocomplete="${autocomplete}"
        value="${value}"
        required
        ${isBad ? html`aria-invalid="true" aria-describedby="fault"` : hint ? html`aria-describedby="${name}-hint"` : ''}
        ${type === 'email' ? html`inputmode="email" autocapitalize="none" spellcheck="false"` : ''}
      />
    </div>
    ${hint === undefined ? '' : html`<p class="text-small text-mute" id="${name}-hint">${hint}</p>`}
  </div>`

export const primary = (label: string): Markup =>
  html`<button class="button-button button-primary button-full" type="submit">${label}</button>`

/** What went wrong or well. It takes the focus, so that it is the first thing to be read after the page. */
export const note = (kind: 'bad' | 'good', text: string, hint: string | null = null): Markup =>
  html`<p class="says ${kind}" id="fault" role="${kind === 'bad' ? 'alert' : 'status'}" tabindex="-1" autofocus>
    ${text}${hint === null ? '' : html` <span class="text-small">${hint}</span>`}
  </p>`

/** The one form of a view. */
export const form = (action: string, body: Markup): Markup =>
  html`<form method="post" action="${action}" id="form">${body}</form>`

/** Sends the form to another view, which keeps the address that is typed in it; nothing in it has to be right yet. */
export const carry = (action: string, text: string, look: string): Markup =>
  html`<button class="${look}" type="submit" form="form" formaction="${action}" formnovalidate>${text}</button>`

export const link = (href: string, text: string): Markup => html`<a class="button-link" href="${href}">${text}</a>`
