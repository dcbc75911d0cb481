/** What a key was derived with. */
export type ScryptCost = { readonly ln: number; readonly r: number; readonly p: number }

export type Phc = ScryptCost & { readonly salt: Uint8Array; readonly key: Uint8Array }

const FORM = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22,64})\$([A-Za-z0-9+/]{22,128})$/

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes)).replaceAll('=', '')
const bytesOf = (text: string): Uint8Array => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

/** https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md, with scrypt's parameters. */
export const writePhc = ({ ln, r, p, salt, key }: Phc): string =>
  `$scrypt$ln=${ln},r=${r},p=${p}$${base64(salt)}$${base64(key)}`

/** Null for what is no such string. */
export function readPhc(text: string): Phc | null {
  const [, ln, r, p, salt, key] = FORM.exec(text) ?? []
  if (key === undefined) return null
  return { ln: Number(ln), r: Number(r), p: Number(p), salt: bytesOf(salt!), key: bytesOf(key) }
}
