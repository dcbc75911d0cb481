/** The longest address that mail servers take (RFC 5321, section 4.5.3.1.3, without the angle brackets). */
export const MAIL_ADDRESS_MAX_CHARACTERS = 254

/**
 * Whether a text has the form of a mail address: text, @, and a host with a dot. Linear, whatever the text is: the
 * length comes first, and the parts are found by their signs instead of a pattern.
 *
 * @example isMailAddress('ada@example.com') // true
 */
export function isMailAddress(text: string): boolean {
  if (text.length > MAIL_ADDRESS_MAX_CHARACTERS || /\s/.test(text)) return false
  const [local, host, ...more] = text.split('@')
  if (!local || host === undefined || more.length > 0) return false
  const dot = host.lastIndexOf('.')
  return dot > 0 && dot < host.length - 1
}
