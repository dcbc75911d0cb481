/** What pages tell each other about a sign-in, by the `type` of a message. */
export const AUTH_MESSAGE = {
  tokens: 'BLINK_AUTH_TOKENS',
  failure: 'BLINK_AUTH_ERROR',
  /** A framed page asks the one around it. */
  request: 'BLINK_REQUEST_AUTH_TOKENS',
  signOut: 'BLINK_AUTH_LOGOUT',
} as const

/** What may stand in a page's address after a sign-in, and is taken out of it before anything else reads it. */
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

/** What a magic link's token may be called in a page's address. */
export const MAGIC_PARAMETERS = ['magic_token', 'token'] as const
