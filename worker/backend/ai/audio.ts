const DATA_URL = /^data:[\w.+-]+\/[\w.+-]+(?:;[\w.=+"-]+)*?;base64,/i
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/
/** Four characters are three bytes, so pieces end where bytes do. */
const PIECE_CHARACTERS = 32_768

/** The bytes that a data URL or base64 (either alphabet) stands for, or null when it is neither. */
export function bytesOfText(text: string): Uint8Array<ArrayBuffer> | null {
  const head = DATA_URL.exec(text)
  const encoded = (head === null ? text : text.slice(head[0].length)).replaceAll(/[\r\n]+/g, '')
  if (!BASE64.test(encoded)) return null
  try {
    return decode(encoded.replaceAll('-', '+').replaceAll('_', '/').replaceAll('=', ''))
  } catch {
    return null
  }
}

/** In pieces: all of it at once would be a list of characters before it is bytes. @throws for what is no base64 */
function decode(encoded: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.floor((encoded.length * 3) / 4))
  let length = 0
  for (let at = 0; at < encoded.length; at += PIECE_CHARACTERS) {
    const piece = atob(encoded.slice(at, at + PIECE_CHARACTERS))
    for (let i = 0; i < piece.length; i++) bytes[length++] = piece.charCodeAt(i)
  }
  return bytes
}
