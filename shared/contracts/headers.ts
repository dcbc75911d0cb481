/** Carries a manage link's token. */
export const MANAGE_HEADER = 'x-manage-token'
/** Idempotency key of a vote, a save, a message or an upload: a retry with the same key gets the first result. */
export const IDEMPOTENCY_KEY = 'idempotency-key'
/** Carries the keys of a league's personal links: one, or the member's and the commissioner's, comma-separated. */
export const LEAGUE_KEY_HEADER = 'x-league-key'
