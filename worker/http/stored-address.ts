/** The form of a stored file's address in tables: an absolute path on this site. */
const STORED = '/storage/'

/**
 * Returns the stored form of an address: for one of our own files its path, whichever of this site's hosts it names, so
 * that a new domain (or a forged `Host`) changes nothing. Any other text stays as it is.
 */
export function keptAddress(address: string, projectId: string): string {
  const [, path] = /^https?:\/\/[^/?#]+(\/.*)$/i.exec(address) ?? []
  return path?.startsWith(`${STORED}${projectId}/`) ? path : address
}

/** The address of what a table keeps. @param core where the backend is, without a slash at the end */
export const shownAddress = (kept: string, core: string): string => (kept.startsWith(STORED) ? core + kept : kept)

/** The path of the front of a card. @param edition names one drawing of it */
export const frontPathOf = (cardId: string, edition: string): string => `cards/${cardId}/${edition}.jpg`
