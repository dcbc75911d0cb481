/** scrypt cost parameters. */
type ScryptCost = { readonly ln: number; readonly r: number; readonly p: number }

type Phc = ScryptCost & { readonly salt: Uint8Array; readonly key: Uint8Array }

const PHC_FORM = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22,64})\$([A-Za-z0-9+/]{22,128})$/

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes)).replaceAll('=', '')
const decodeBase64 = (text: string): Uint8Array => Uint8Array.from(atob(text), (character) => character.charCodeAt(0))

/** Formats a scrypt hash as a PHC string: https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md */
export const writePhc = ({ ln, r, p, salt, key }: Phc): string =>
  `$scrypt$ln=${ln},r=${r},p=${p}$${base64(salt)}$${base64(key)}`

/** Parses a PHC string. Returns null for any other text. */
function readPhc(text: string): Phc | null {
  const [, ln, r, p, salt, key] = PHC_FORM.exec(text) ?? []
  if (key === undefined) return null
  return { ln: Number(ln), r: Number(r), p: Number(p), salt: decodeBase64(salt!), key: decodeBase64(key) }
}

/** The cost of new hashes. A hash with another cost is replaced the next time its password is used. */
export const COST: ScryptCost = { ln: 14, r: 8, p: 5 }

/**
 * Maximum memory and work of one hash. An isolate has 128 MiB. The work takes about a fifth of a second of CPU time.
 */
const MEMORY_MAX_BYTES = 16 * 1024 * 1024
const WORK_MAX = 2 ** 14 * 8 * 5
const KEY_BYTES = 32
const SALT_BYTES = 16
const SCRYPT_MAXMEM = 32 * 1024 * 1024

export type DeriveKey = (password: string, salt: Uint8Array, cost: ScryptCost, bytes: number) => Promise<Uint8Array>

export const deriveKey: DeriveKey = async (password, salt, { ln, r, p }, bytes) => {
  // Loaded on first use, which keeps the Worker's startup fast.
  const { scrypt } = await import('node:crypto')
  return new Promise((resolve, reject) => {
    scrypt(password, salt, bytes, { N: 2 ** ln, r, p, maxmem: SCRYPT_MAXMEM }, (error, key) =>
      error === null || error === undefined ? resolve(new Uint8Array(key)) : reject(error),
    )
  })
}

/** True if a hash is within our limits. It takes 128 · N · r bytes and N · r · p steps of work. */
export const isAffordable = ({ ln, r, p }: ScryptCost): boolean =>
  128 * 2 ** ln * r <= MEMORY_MAX_BYTES && 2 ** ln * r * p <= WORK_MAX

/** Checked when there is no account or no password, so that timing does not reveal it. */
const DUMMY_HASH = writePhc({ ...COST, salt: new Uint8Array(SALT_BYTES), key: new Uint8Array(KEY_BYTES) })

/** Hashes passwords with scrypt. */
export class Passwords {
  private readonly derive: DeriveKey

  constructor(derive: DeriveKey = deriveKey) {
    this.derive = derive
  }

  /** Hashes a password with a new salt. @returns a PHC string */
  async hash(password: string): Promise<string> {
    const salt = crypto.getRandomValues(new Uint8Array(SALT_BYTES))
    return writePhc({ ...COST, salt, key: await this.derive(password.normalize('NFKC'), salt, COST, KEY_BYTES) })
  }

  /**
   * Checks a password against a stored hash. Takes equally long without a hash.
   *
   * @returns `renewed` is a new hash of the right password if the stored one has an outdated cost
   */
  async check(password: string, stored: string | null): Promise<{ isRight: boolean; renewed: string | null }> {
    const read = stored === null ? null : readPhc(stored)
    const known = read !== null && isAffordable(read) ? read : null
    const { salt, key, ...cost } = known ?? readPhc(DUMMY_HASH)!
    const derived = await this.derive(password.normalize('NFKC'), salt, cost, key.length)
    const isRight = crypto.subtle.timingSafeEqual(derived, key) && known !== null
    const isDated = cost.ln !== COST.ln || cost.r !== COST.r || cost.p !== COST.p
    return { isRight, renewed: isRight && isDated ? await this.hash(password) : null }
  }
}
