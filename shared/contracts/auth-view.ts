/** The forms of the sign-in page. */
export const AUTH_FORMS = ['signin', 'signup', 'magic', 'forgot', 'reset', 'verify', 'enter'] as const
export type AuthForm = (typeof AUTH_FORMS)[number]

export type AuthFormView = {
  readonly kind: 'form'
  readonly form: AuthForm
  /** The sign-in request, for the query of every link and form. */
  readonly query: string
  /** Other services that sign people in. */
  readonly providers: readonly { readonly name: string; readonly label: string }[]
  /** The one-time token of a mailed link; empty without one. */
  readonly token: string
  /** The account's address. Shown because the link may be an attacker's (login CSRF); null when unknown. */
  readonly owner: string | null
  /** The address that was typed. */
  readonly email: string
  readonly passwordMinCharacters: number
  /** Why the form was refused. */
  readonly fault: { readonly code: string; readonly message: string; readonly hint: string | null } | null
}

/** The page of a popup, which hands the outcome over to the page that opened it. */
export type AuthHandOverView = {
  readonly kind: 'hand over'
  /** JSON that is safe inside a script element, for `web/public/hand-over.js`. */
  readonly outcome: string
  /** The address of the link for visitors without scripts. */
  readonly continueUrl: string
  /** The page's policy runs only the script that carries it. */
  readonly nonce: string
}

/** The view that the sign-in page renders. */
export type AuthView =
  | AuthFormView
  | AuthHandOverView
  | { readonly kind: 'done'; readonly title: string; readonly text: string; readonly query: string }
  | { readonly kind: 'failed'; readonly message: string }
