import type * as z from 'zod'

/**
 * A JSON file of the build, read once for as long as that build is served. What it says is a matter of speed alone:
 * without it the page stands, and the next one asks again.
 */
export function builtFile<T>(path: string, output: z.ZodType<T>, otherwise: T) {
  const read = new WeakMap<Fetcher, Promise<T>>()

  async function readIt(assets: Fetcher, origin: string): Promise<T> {
    const response = await assets.fetch(new Request(new URL(path, origin)))
    return output.parse(await response.json())
  }

  return (assets: Fetcher, origin: string): Promise<T> => {
    const reading = read.get(assets) ?? readIt(assets, origin)
    read.set(assets, reading)
    return reading.catch(() => {
      read.delete(assets)
      return otherwise
    })
  }
}
