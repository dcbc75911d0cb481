/**
 * The prefix of the key under which a browser keeps tokens; the project's id follows. Alone in its file, for pages that
 * only look for it.
 */
export const TOKEN_STORE = 'auth-tokens:'
