/** A query that is not in the language. The message says where it stops making sense. */
export class QueryError extends Error {
  override readonly name = 'QueryError'
}
