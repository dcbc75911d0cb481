/** Servers refuse a request whose headers are longer than this. */
export const TOKEN_MAX_CHARACTERS = 8_192

/**
 * Time limit of a refresh, which other tabs wait for. Shorter than the ten seconds for which the server accepts a used
 * refresh token, so a retry after a lost response does not count as a replay.
 */
export const REFRESH_TIMEOUT_MS = 8_000

/** The sign-in methods when the server lists none. */
export const DEFAULT_PROVIDERS: readonly string[] = ['email', 'google']
