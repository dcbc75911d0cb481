/** What a browser keeps tokens under, followed by the project's id. Alone in its file, for pages that only look for it. */
export const TOKEN_STORE = 'auth-tokens:'
