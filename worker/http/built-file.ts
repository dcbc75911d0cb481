/** A parser such as a zod schema. @throws if the JSON is not a `T` */
type Reader<T> = { parse(json: unknown): T }

/**
 * Creates a reader of a JSON file of the build, cached per isolate. If reading fails it returns `fallback`, and the
 * next call tries again. Caches the result, not the promise: if the request that reads is aborted, its promise never
 * settles, and every request that shares it would hang.
 */
export function createBuiltFileReader<T extends object>(path: string, output: Reader<T>, fallback: T) {
  const cache = new WeakMap<Fetcher, T>()

  async function readFile(assets: Fetcher, origin: string): Promise<T> {
    const response = await assets.fetch(new Request(new URL(path, origin)))
    return output.parse(await response.json())
  }

  return async (assets: Fetcher, origin: string): Promise<T> => {
    const cached = cache.get(assets)
    if (cached !== undefined) return cached
    try {
      const content = await readFile(assets, origin)
      cache.set(assets, content)
      return content
    } catch {
      return fallback
    }
  }
}
