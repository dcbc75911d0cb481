/** Ponyfill of `URL.parse`, which Safari lacks before version 18. Returns null for an invalid URL. */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base)
  } catch {
    return null
  }
}
