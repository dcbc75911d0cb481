/** The longest description before the comma that anything sends. */
const HEAD_MAX_CHARACTERS = 512

/**
 * The base64 of a data URL, or the text itself when it is none. The description before the comma is taken in every
 * legal spelling: any case, blanks around parameters, quoted values. https://fetch.spec.whatwg.org/#data-urls
 *
 * @example base64In('data:audio/ogg; codecs=opus;base64,T2dnUw==') // 'T2dnUw=='
 */
export function base64In(text: string): string {
  const head = text.slice(0, HEAD_MAX_CHARACTERS)
  if (!/^\s*data:/i.test(head)) return text
  const comma = commaAfter(head)
  return comma !== -1 && /; *base64 *$/i.test(head.slice(0, comma)) ? fromPercent(text.slice(comma + 1)) : text
}

/** The first comma that no quotes are around. */
function commaAfter(head: string): number {
  let isQuoted = false
  for (let at = 0; at < head.length; at++) {
    if (head[at] === '"') isQuoted = !isQuoted
    if (head[at] === ',' && !isQuoted) return at
  }
  return head.indexOf(',')
}

/** `+`, `/` and `=` may be written in code, as everything in an address. */
const fromPercent = (encoded: string): string =>
  encoded.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
