/** Returns the `Content-Disposition` of a download: an ASCII name for old clients, and the full name (RFC 6266). */
export function toAttachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^\x20-\x7e]/g, '_').replaceAll(/["\\%]/g, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${percentEncode(fileName)}`
}

/** Percent-encodes (RFC 5987). Alone, `encodeURIComponent` keeps `'()*` and throws on lone surrogates. */
const percentEncode = (text: string): string =>
  encodeURIComponent(text.replaceAll(/\p{Cs}/gu, '')).replaceAll(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
