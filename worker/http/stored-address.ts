/** What the address of a stored file is made of, as tables keep it: an absolute path on this site. */
const STORED = '/storage/'

/**
 * What tables keep of an address: of one of our own files its path, whichever of this site's hosts it names, so that a
 * new domain (or a forged `Host`) changes nothing. Any other text stays as it is.
 */
export function keptAddress(address: string, projectId: string): string {
  const [, path] = /^https?:\/\/[^/?#]+(\/.*)$/i.exec(address) ?? []
  return path?.startsWith(`${STORED}${projectId}/`) ? path : address
}

/** The address of what a table keeps. @param core where the backend is, without a slash at the end */
export const shownAddress = (kept: string, core: string): string => (kept.startsWith(STORED) ? core + kept : kept)

/** The path of the front of a card. @param edition names one drawing of it */
export const frontPathOf = (cardId: string, edition: string): string => `cards/${cardId}/${edition}.jpg`
