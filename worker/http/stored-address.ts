/** Prefix of stored files' URLs in tables, which are absolute paths on this site. */
const STORED = '/storage/'

/**
 * Returns the stored form of a URL. Drops the host from URLs of our own files, so that they survive a new domain and a
 * forged `Host`. Returns any other text unchanged.
 */
export function toStoredAddress(address: string, projectId: string): string {
  const [, path] = /^https?:\/\/[^/?#]+(\/.*)$/i.exec(address) ?? []
  return path?.startsWith(`${STORED}${projectId}/`) ? path : address
}

/** Returns the full URL of a stored one. @param core the backend's URL, without a trailing slash */
export const toPublicAddress = (stored: string, core: string): string =>
  stored.startsWith(STORED) ? core + stored : stored

/** Returns the storage path of a card's front. @param edition id of one drawing of the card */
export const getFrontPath = (cardId: string, edition: string): string => `cards/${cardId}/${edition}.jpg`
