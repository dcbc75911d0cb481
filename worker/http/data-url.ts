/** Maximum length of a data URL's header, the part before the comma. */
const HEAD_MAX_CHARACTERS = 512

/**
 * Returns the base64 of a data URL, or the text itself if it is not a data URL. Accepts every legal spelling of the
 * header: any case, whitespace around parameters, quoted values. https://fetch.spec.whatwg.org/#data-urls
 *
 * @example base64In('data:audio/ogg; codecs=opus;base64,T2dnUw==') // 'T2dnUw=='
 */
export function base64In(text: string): string {
  const head = text.slice(0, HEAD_MAX_CHARACTERS)
  if (!/^\s*data:/i.test(head)) return text
  const comma = findComma(head)
  return comma !== -1 && /; *base64 *$/i.test(head.slice(0, comma)) ? percentDecode(text.slice(comma + 1)) : text
}

/** Returns the index of the first comma outside of quotes, else of the first comma. */
function findComma(head: string): number {
  let isQuoted = false
  for (let at = 0; at < head.length; at++) {
    if (head[at] === '"') isQuoted = !isQuoted
    if (head[at] === ',' && !isQuoted) return at
  }
  return head.indexOf(',')
}

/** Decodes percent-encoding, which may hide `+`, `/` and `=`. */
const percentDecode = (encoded: string): string =>
  encoded.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
