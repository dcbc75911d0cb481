/** An access token is taken for expired this long before it is: what is sent with it is still on its way. */
export const EXPIRED_EARLY_SECONDS = 30
/** What an address says of tokens is not trusted for how long they last. */
export const ADDRESS_ACCESS_SECONDS = 900
export const ADDRESS_REFRESH_SECONDS = 2_592_000
/** Servers refuse a request whose headers are longer than this. */
export const TOKEN_MAX_CHARACTERS = 8_192

/** How long to wait for it to be known who is signed in. */
export const AUTH_WAIT_MS = 5_000
/** How long the page around this one may take to hand tokens over. */
export const PARENT_WAIT_MS = 100
/**
 * How long a refresh may take: other tabs wait for it. Less than the ten seconds for which a server answers a token that
 * was used: whoever never heard the first answer and asks again is no thief.
 */
export const REFRESH_TIMEOUT_MS = 8_000

export const POPUP = { name: 'sign-in', widthPx: 500, heightPx: 600 } as const
export const POPUP_TIMEOUT_MS = 30_000
export const POPUP_CHECK_MS = 1_000

/** What can be signed in by where the server does not say. */
export const DEFAULT_PROVIDERS: readonly string[] = ['email', 'google']
