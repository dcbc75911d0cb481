/**
 * Prefix of the storage key of the tokens, before the project's id. It has its own file for pages that only check for
 * it.
 */
export const TOKEN_STORE = 'auth-tokens:'
