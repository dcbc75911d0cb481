/** Random secrets have more different characters, however they are written. */
const DIFFERENT_CHARACTERS = 8

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

/** The name without which of its generations it is: a rotation may be over, so a secret may equal its own predecessor. */
const purposeOf = (name: string): string => name.replace(/^BACKEND_|_PREVIOUS$/g, '')

/** The secrets that are easily guessed, or stand for two things at once: who gets to know one would know both. */
export function weakSecretsOf(
  vars: Readonly<Partial<Record<Secret | 'PUBLIC_KEY', string | undefined>>>,
): WeakSecret[] {
  const given = SECRETS.flatMap((name) => {
    const value = vars[name]
    return value === undefined ? [] : [{ name, value }]
  })
  return given.flatMap(({ name, value }, i): WeakSecret[] => {
    const before = given.slice(0, i).find((other) => other.value === value && purposeOf(other.name) !== purposeOf(name))
    if (before !== undefined) return [{ name, message: `must not be the same as ${before.name}` }]
    if (value === vars.PUBLIC_KEY) return [{ name, message: 'must not be the same as PUBLIC_KEY' }]
    return isRepetitive(value) ? [{ name, message: 'must be random, not repetitive' }] : []
  })
}

/** Few different characters, or a beginning that comes again and again. */
function isRepetitive(secret: string): boolean {
  if (new Set(secret).size < DIFFERENT_CHARACTERS) return true
  const half = Math.floor(secret.length / 2)
  for (let period = 1; period <= half; period++) if (secret.startsWith(secret.slice(period))) return true
  return false
}
