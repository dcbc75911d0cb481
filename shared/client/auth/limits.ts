/** Servers refuse a request whose headers are longer than this. */
export const TOKEN_MAX_CHARACTERS = 8_192

/**
 * How long a refresh may take: other tabs wait for it. Shorter than the ten seconds for which a server still accepts a
 * refresh token that was used: a retry after a lost answer does not count as a replay.
 */
export const REFRESH_TIMEOUT_MS = 8_000

/** The sign-in methods where the server names none. */
export const DEFAULT_PROVIDERS: readonly string[] = ['email', 'google']
