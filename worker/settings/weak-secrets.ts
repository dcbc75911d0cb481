/** Random secrets have more distinct characters in any encoding. */
const DISTINCT_CHARACTERS = 8

const SECRETS = [
  'SERVICE_KEY',
  'TOKEN_SECRET',
  'VISITOR_SECRET',
  'SERVICE_KEY_PREVIOUS',
  'TOKEN_SECRET_PREVIOUS',
  'VISITOR_SECRET_PREVIOUS',
  'BACKEND_SERVICE_KEY',
] as const
type Secret = (typeof SECRETS)[number]

export type WeakSecret = { readonly name: Secret; readonly message: string }

/** Returns the name without prefix and suffix. A secret may equal its own predecessor after a rotation. */
const getPurpose = (name: string): string => name.replace(/^BACKEND_|_PREVIOUS$/g, '')

/** Returns the secrets that are easy to guess or reused for another purpose, so that one leak would reveal both. */
export function findWeakSecrets(
  vars: Readonly<Partial<Record<Secret | 'PUBLIC_KEY', string | undefined>>>,
): WeakSecret[] {
  const given = SECRETS.flatMap((name) => {
    const value = vars[name]
    return value === undefined ? [] : [{ name, value }]
  })
  return given.flatMap(({ name, value }, i): WeakSecret[] => {
    const before = given
      .slice(0, i)
      .find((other) => other.value === value && getPurpose(other.name) !== getPurpose(name))
    if (before !== undefined) return [{ name, message: `must not be the same as ${before.name}` }]
    if (value === vars.PUBLIC_KEY) return [{ name, message: 'must not be the same as PUBLIC_KEY' }]
    return isRepetitive(value) ? [{ name, message: 'must be random, not repetitive' }] : []
  })
}

/** Returns true for few distinct characters or a repeated prefix. */
function isRepetitive(secret: string): boolean {
  if (new Set(secret).size < DISTINCT_CHARACTERS) return true
  const half = Math.floor(secret.length / 2)
  for (let period = 1; period <= half; period++) if (secret.startsWith(secret.slice(period))) return true
  return false
}
