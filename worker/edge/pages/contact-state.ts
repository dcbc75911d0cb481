/** Values of the contact form. `key` is its idempotency key. */
export type Typed = {
  readonly name: string
  readonly email: string
  readonly message: string
  readonly website: string
  readonly key: string
}

const SENT = 'sent'
/** Returns the path of the page after a message was sent. */
export const getSentPath = (reference: string | null): string => `/contact?${SENT}=${reference ?? ''}`
const KEY = /^[0-9a-f]{32}$/

/** Reads the form. @param newKey replaces an invalid key */
export function readTypedValues(fields: URLSearchParams, newKey: string): Typed {
  const text = (name: string) => fields.get(name) ?? ''
  const key = text('key').length === 32 && KEY.test(text('key')) ? text('key') : newKey
  return {
    name: text('name'),
    email: text('email'),
    // Browsers send line breaks as CRLF (HTML, section 4.10.21.4).
    message: text('message').replaceAll('\r\n', '\n'),
    website: text('website'),
    key,
  }
}
