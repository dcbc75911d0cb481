/** The longest address that mail servers accept (RFC 5321, section 4.5.3.1.3, without the angle brackets). */
export const MAIL_ADDRESS_MAX_CHARACTERS = 254

/** RFC 5321, section 4.5.3.1.1. */
const LOCAL_MAX_CHARACTERS = 64
/** ASCII only, because none of our mail providers supports RFC 6531. */
const LOCAL = /^[\x21-\x3f\x41-\x7e]+$/
const HOST = /^[a-z0-9.-]+$/

/**
 * Normalizes an email address, or returns null for an invalid one. Converts an internationalized host to Punycode. Runs
 * in linear time for any input: it checks the length first and splits instead of using one regex.
 *
 * @example parseMailAddress('ada@bücher.example') // 'ada@xn--bcher-kva.example'
 */
export function parseMailAddress(text: string): string | null {
  if (text.length > MAIL_ADDRESS_MAX_CHARACTERS || /\s/.test(text)) return null
  const [local, host, ...rest] = text.split('@')
  if (!local || local.length > LOCAL_MAX_CHARACTERS || !host || rest.length > 0 || !LOCAL.test(local)) return null
  const asciiHost = toAsciiHost(host)
  const address = asciiHost === null ? null : `${local}@${asciiHost}`
  return address === null || address.length > MAIL_ADDRESS_MAX_CHARACTERS ? null : address
}

/** Converts an internationalized host name to Punycode. */
function toAsciiHost(host: string): string | null {
  const dot = host.lastIndexOf('.')
  if (dot <= 0 || dot === host.length - 1) return null
  if (/^[\x21-\x7e]+$/.test(host)) return host
  // Characters such as # and / would end the host of a URL.
  if (/[\x21-\x2c/\x3a-\x40[-`{-\x7f]/.test(host)) return null
  try {
    const { hostname } = new URL(`https://${host}`)
    return HOST.test(hostname) && hostname.lastIndexOf('.') > 0 ? hostname : null
  } catch {
    return null
  }
}

/**
 * True for a valid email address: text, @, and a host with a dot.
 *
 * @example isMailAddress('ada@example.com') // true
 */
export const isMailAddress = (text: string): boolean => parseMailAddress(text) !== null
