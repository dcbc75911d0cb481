/** The header that carries the token of a manage link. */
export const MANAGE_HEADER = 'x-manage-token'
/** The header that names a vote, a save, a message or an upload: the same name is the same one, sent again. */
export const IDEMPOTENCY_KEY = 'idempotency-key'
