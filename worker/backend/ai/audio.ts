const DATA_URL = /^data:[\w.+-]+\/[\w.+-]+(?:;[\w.=+"-]+)*?;base64,/i
const BASE64 = /^[A-Za-z0-9+/_-]+={0,2}$/

/** The bytes that a data URL or base64 (either alphabet) stands for, or null when it is neither. */
export function bytesOfText(text: string): Uint8Array<ArrayBuffer> | null {
  const head = DATA_URL.exec(text)
  const encoded = (head === null ? text : text.slice(head[0].length)).replaceAll(/[\r\n]/g, '')
  if (!BASE64.test(encoded)) return null
  try {
    return Uint8Array.from(atob(encoded.replaceAll('-', '+').replaceAll('_', '/')), (byte) => byte.codePointAt(0)!)
  } catch {
    return null
  }
}
