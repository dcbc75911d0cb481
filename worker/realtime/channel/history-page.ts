/** Most characters of one page: an object has little memory and many callers. */
const PAGE_CHARACTERS = 1024 * 1024

export type Page<T> = { readonly rows: readonly T[]; readonly hasMore: boolean }

/**
 * The first rows, at most `limit` and one page of characters; at least one, if there is any. All are read, since a
 * cursor that is not read to its end locks its tables.
 */
export function pageOf<T extends { payload: string }>(all: Iterable<T>, limit: number): Page<T> {
  const rows: T[] = []
  let characters = 0
  let hasMore = false
  for (const row of all) {
    characters += row.payload.length
    hasMore ||= rows.length === limit || (rows.length > 0 && characters > PAGE_CHARACTERS)
    if (!hasMore) rows.push(row)
  }
  return { rows, hasMore }
}
