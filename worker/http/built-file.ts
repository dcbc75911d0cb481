/** Parses a file's JSON: a zod schema. @throws for anything else than `T` */
type Reader<T> = { parse(json: unknown): T }

/**
 * A JSON file of the build, read once for as long as that build is served. What it says is a matter of speed alone:
 * without it the page stands, and the next one asks again. Only what has been read is shared: reading belongs to one
 * request, and a request that waited for another's read would wait for ever when that one is aborted.
 */
export function builtFile<T extends object>(path: string, output: Reader<T>, otherwise: T) {
  const known = new WeakMap<Fetcher, T>()

  async function readIt(assets: Fetcher, origin: string): Promise<T> {
    const response = await assets.fetch(new Request(new URL(path, origin)))
    return output.parse(await response.json())
  }

  return async (assets: Fetcher, origin: string): Promise<T> => {
    const before = known.get(assets)
    if (before !== undefined) return before
    try {
      const found = await readIt(assets, origin)
      known.set(assets, found)
      return found
    } catch {
      return otherwise
    }
  }
}
