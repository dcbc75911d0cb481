/** The forms of the sign-in page. */
export const AUTH_FORMS = ['signin', 'signup', 'magic', 'forgot', 'reset', 'verify', 'enter'] as const
export type AuthForm = (typeof AUTH_FORMS)[number]

export type AuthFormView = {
  readonly kind: 'form'
  readonly form: AuthForm
  /** The sign-in request, for the query of every link and form. */
  readonly query: string
  /** Third-party sign-in providers. */
  readonly providers: readonly { readonly name: string; readonly label: string }[]
  /** The one-time token of an emailed link, or empty. */
  readonly token: string
  /** The account's address. Shown because the link may be an attacker's (login CSRF); null when unknown. */
  readonly owner: string | null
  /** The email address as typed. */
  readonly email: string
  readonly passwordMinCharacters: number
  /** Why the form was rejected. */
  readonly fault: { readonly code: string; readonly message: string; readonly hint: string | null } | null
}

/** The popup's last page, which passes the result to the page that opened it. */
export type AuthHandOverView = {
  readonly kind: 'hand over'
  /** JSON that is safe inside a script element, for `web/public/hand-over.js`. */
  readonly outcome: string
  /** The link for visitors without JavaScript. */
  readonly continueUrl: string
  /** The CSP nonce of the page's script. */
  readonly nonce: string
}

/** The data of the sign-in page. */
export type AuthView =
  | AuthFormView
  | AuthHandOverView
  | {
      readonly kind: 'done'
      readonly title: string
      readonly text: string
      readonly query: string
      /** The address that a link was sent to, and the form to correct the address. Null if no email was sent. */
      readonly mailed: { readonly email: string; readonly form: AuthForm } | null
    }
  | { readonly kind: 'failed'; readonly message: string }
