import { html } from 'hono/html'
import { authWordsOf } from '#shared/client/auth/codes.ts'
import type { AppError } from '#shared/client/errors.ts'
import type { Markup } from '#worker/http/document.ts'
import { PASSWORD_MIN_CHARACTERS } from '../limits.ts'
import { carry, field, form, link, note, primary } from './parts.ts'

export const VIEWS = ['signin', 'signup', 'magic', 'forgot', 'reset', 'verify', 'enter'] as const
export type ViewName = (typeof VIEWS)[number]

/** What a view shows beside itself. */
export type Shown = {
  /** The request, for links and forms. */
  readonly query: string
  /** Other services, by name and label. */
  readonly ways: readonly (readonly [name: string, label: string])[]
  /** What a mail brought along. */
  readonly token: string
  /** The account's address, shown because the link may be an attacker's (login CSRF); null when unknown. */
  readonly owner: string | null
  readonly email: string
  readonly fault: AppError | null
}

export type View = { readonly title: string; readonly lead: string; body(shown: Shown): Markup }

const to = (view: ViewName, { query }: Shown) => `/auth?${view === 'signin' ? '' : `view=${view}&`}${query}`
const act = (name: string, { query }: Shown) => `/auth/${name}?${query}`
/** To another view with an email field, as a link looks. */
const over = (view: ViewName, shown: Shown, text: string, look = 'button-link') =>
  carry(act(`view/${view}`, shown), text, look)
const faultOf = ({ fault }: Shown) => (fault === null ? '' : note('bad', authWordsOf(fault), fault.hint))
const isAbout = ({ fault }: Shown, ...codes: readonly string[]) => fault !== null && codes.includes(fault.code)

const emailField = (shown: Shown) =>
  field({
    name: 'email',
    label: 'Email',
    type: 'email',
    autocomplete: 'username',
    value: shown.email,
    isBad: isAbout(shown, 'INVALID_EMAIL', 'INVALID_CREDENTIALS', 'EMAIL_ALREADY_EXISTS'),
  })

const currentPasswordField = (shown: Shown) =>
  field({
    name: 'password',
    label: 'Password',
    type: 'password',
    autocomplete: 'current-password',
    isBad: isAbout(shown, 'INVALID_CREDENTIALS'),
  })

const newPasswordField = (shown: Shown) =>
  field({
    name: 'password',
    label: 'New password',
    type: 'password',
    autocomplete: 'new-password',
    isBad: isAbout(shown, 'WEAK_PASSWORD'),
    hint: `${PASSWORD_MIN_CHARACTERS} characters or more.`,
  })

const hidden = ({ token }: Shown) => html`<input type="hidden" name="token" value="${token}" />`

const whose = ({ owner }: Shown, text: string) =>
  owner === null ? '' : html`<p class="whose">${text} <b>${owner}</b></p>`

const others = (shown: Shown) =>
  html`<p class="or"><i></i>or<i></i></p>
    <div class="ways">
      ${shown.ways.map(
        ([name, label]) =>
          html`<a class="button-button button-full" href="/auth?provider=${name}&${shown.query}"
            >Continue with ${label}</a
          >`,
      )}
      ${over('magic', shown, 'Email me a link', 'button-button button-full')}
    </div>`

export const VIEW: Readonly<Record<ViewName, View>> = {
  signin: {
    title: 'Sign in',
    lead: 'Your cards, on every device. Nothing here needs an account; it only keeps your cards together.',
    body: (shown) =>
      html`${faultOf(shown)}
        ${form(act('signin', shown), html`${emailField(shown)}${currentPasswordField(shown)}${primary('Sign in')}`)}
        ${others(shown)}
        <p class="links">${over('signup', shown, 'Make an account')}${over('forgot', shown, 'Forgot password')}</p>`,
  },
  signup: {
    title: 'Make an account',
    lead: 'An address and a password, no more. You can delete it whenever you like.',
    body: (shown) =>
      html`${faultOf(shown)}
        ${form(act('signup', shown), html`${emailField(shown)}${newPasswordField(shown)}${primary('Make an account')}`)}
        ${others(shown)}
        <p class="links">${over('signin', shown, 'Sign in instead')}</p>`,
  },
  magic: {
    title: 'Sign in by email',
    lead: 'We send you a link that signs you in. It works once, for 15 minutes.',
    body: (shown) =>
      html`${faultOf(shown)} ${form(act('magic', shown), html`${emailField(shown)}${primary('Send me a link')}`)}
        <p class="links">${over('signin', shown, 'Use a password')}</p>`,
  },
  forgot: {
    title: 'Forgot password',
    lead: 'We send you a link to choose a new one. It works once, for an hour.',
    body: (shown) =>
      html`${faultOf(shown)} ${form(act('forgot', shown), html`${emailField(shown)}${primary('Send me a link')}`)}
        <p class="links">${over('signin', shown, 'Back to sign in')}</p>`,
  },
  reset: {
    title: 'Choose a password',
    lead: 'Every device that is signed in now will be signed out.',
    body: (shown) =>
      html`${faultOf(shown)}
        ${
          isAbout(shown, 'VERIFICATION_FAILED')
            ? html`<p>The link has been used, or its hour is over.</p>`
            : form(
                act('reset', shown),
                html`${whose(shown, 'For')}${hidden(shown)}${newPasswordField(shown)}${primary('Save password')}`,
              )
        }
        <p class="links">${link(to('forgot', shown), 'Send me a new link')}</p>`,
  },
  verify: {
    title: 'Confirm your address',
    lead: 'The password shows that it was you who made the account. If it was not, sign in by email: that makes it yours.',
    body: (shown) =>
      html`${faultOf(shown)}
        ${
          isAbout(shown, 'VERIFICATION_FAILED')
            ? html`<p>
                The link has been used, or its day is over. Sign in by email instead: that confirms the address too.
              </p>`
            : form(
                act('verify', shown),
                html`${whose(shown, 'Account of')}${hidden(shown)}${currentPasswordField(shown)}${primary('This address is mine')}`,
              )
        }
        <p class="links">${link(to('magic', shown), 'Sign in by email')}</p>`,
  },
  enter: {
    title: 'Sign in',
    lead: 'You have come by the link from your mail.',
    body: (shown) =>
      html`${faultOf(shown)}
        ${
          isAbout(shown, 'MAGIC_LINK_EXPIRED')
            ? html`<a class="button-button button-primary button-full" href="${to('magic', shown)}"
                >Send me a new link</a
              >`
            : form(act('enter', shown), html`${whose(shown, 'Sign in as')}${hidden(shown)}${primary('Sign in')}`)
        }
        <p class="links">${link(to('signin', shown), 'Sign in another way')}</p>`,
  },
}

/** Said in the place of a form that has done its work. */
export const done = (title: string, text: string, next: Markup): Markup =>
  html`<div class="doc-in"><h1 class="text-title">${title}</h1></div>
    <div class="doc-in">${note('good', text)}${next}</div>`

export const viewPage = ({ title, lead, body }: View, shown: Shown): Markup =>
  html`<div class="doc-in">
      <h1 class="text-title">${title}</h1>
      <p class="text-mute">${lead}</p>
      <div class="hash-rule-rule" aria-hidden="true"></div>
    </div>
    <div class="doc-in">${body(shown)}</div>`
