/** The longest address that mail servers take (RFC 5321, section 4.5.3.1.3, without the angle brackets). */
export const MAIL_ADDRESS_MAX_CHARACTERS = 254

/** RFC 5321, section 4.5.3.1.1. */
const LOCAL_MAX_CHARACTERS = 64
/** No mail service that we send by takes other letters before the @ (RFC 6531). */
const LOCAL = /^[\x21-\x3f\x41-\x7e]+$/
const HOST = /^[a-z0-9.-]+$/

/**
 * The address as mail is sent to it, or null for a text that is none. The host may be written in any script: it is
 * given in the letters that DNS knows. Linear, whatever the text is: the length comes first, and the parts are found by
 * their signs instead of a pattern.
 *
 * @example mailAddressOf('ada@bücher.example') // 'ada@xn--bcher-kva.example'
 */
export function mailAddressOf(text: string): string | null {
  if (text.length > MAIL_ADDRESS_MAX_CHARACTERS || /\s/.test(text)) return null
  const [local, host, ...more] = text.split('@')
  if (!local || local.length > LOCAL_MAX_CHARACTERS || !host || more.length > 0 || !LOCAL.test(local)) return null
  const known = hostOf(host)
  const address = known === null ? null : `${local}@${known}`
  return address === null || address.length > MAIL_ADDRESS_MAX_CHARACTERS ? null : address
}

/** Letters of ASCII as they are, others as DNS knows them. */
function hostOf(host: string): string | null {
  const dot = host.lastIndexOf('.')
  if (dot <= 0 || dot === host.length - 1) return null
  if (/^[\x21-\x7e]+$/.test(host)) return host
  // Signs such as # and / would end the host of a URL.
  if (/[\x21-\x2c/\x3a-\x40[-`{-\x7f]/.test(host)) return null
  try {
    const { hostname } = new URL(`https://${host}`)
    return HOST.test(hostname) && hostname.lastIndexOf('.') > 0 ? hostname : null
  } catch {
    return null
  }
}

/**
 * True for a text that has the form of a mail address: text, @, and a host with a dot.
 *
 * @example isMailAddress('ada@example.com') // true
 */
export const isMailAddress = (text: string): boolean => mailAddressOf(text) !== null
