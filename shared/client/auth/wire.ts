/** Values of `type` in sign-in messages between pages. */
export const AUTH_MESSAGE = {
  tokens: 'BLINK_AUTH_TOKENS',
  failure: 'BLINK_AUTH_ERROR',
  /** Message type that an embedded page sends to the embedding one. */
  request: 'BLINK_REQUEST_AUTH_TOKENS',
  signOut: 'BLINK_AUTH_LOGOUT',
} as const

/** Query parameters after a sign-in, removed before other code reads the URL. */
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

/** Query parameters that may hold a magic link's token. */
export const MAGIC_PARAMETERS = ['magic_token', 'token'] as const
