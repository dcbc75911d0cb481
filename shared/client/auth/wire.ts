/** Messages between pages about a sign-in, by `type`. */
export const AUTH_MESSAGE = {
  tokens: 'BLINK_AUTH_TOKENS',
  failure: 'BLINK_AUTH_ERROR',
  /** A framed page asks the one around it. */
  request: 'BLINK_REQUEST_AUTH_TOKENS',
  signOut: 'BLINK_AUTH_LOGOUT',
} as const

/** Parameters of a page's address after a sign-in. They are removed before anything else reads them. */
export const AUTH_PARAMETERS = [
  'access_token',
  'refresh_token',
  'token_type',
  'project_id',
  'expires_in',
  'refresh_expires_in',
  'state',
  'code',
  'error',
  'error_description',
] as const

/** The names that a magic link's token may have in a page's address. */
export const MAGIC_PARAMETERS = ['magic_token', 'token'] as const
