/** The values of the contact form's fields. `key` is the form's own, the same whenever it is sent again. */
export type Typed = {
  readonly name: string
  readonly email: string
  readonly message: string
  readonly website: string
  readonly key: string
}

const SENT = 'sent'
/** Where a form that was sent leads to. */
export const sentPath = (reference: string | null): string => `/contact?${SENT}=${reference ?? ''}`
const KEY = /^[0-9a-f]{32}$/

/** Reads the sent form. @param newKey in place of a key that is none of ours */
export function typedIn(fields: URLSearchParams, newKey: string): Typed {
  const text = (name: string) => fields.get(name) ?? ''
  const key = text('key').length === 32 && KEY.test(text('key')) ? text('key') : newKey
  return {
    name: text('name'),
    email: text('email'),
    // Browsers send line breaks as two characters (HTML, 4.10.21.4).
    message: text('message').replaceAll('\r\n', '\n'),
    website: text('website'),
    key,
  }
}
