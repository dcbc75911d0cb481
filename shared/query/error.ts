/** An invalid query. The message says where parsing failed. */
export class QueryError extends Error {
  override readonly name = 'QueryError'
}
