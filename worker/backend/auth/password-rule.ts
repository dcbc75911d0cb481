import { AppError } from '#shared/client/errors.ts'
import { isCommon } from './common-passwords.ts'
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from './limits.ts'

const DIFFERENT_CHARACTERS = 5
/** Shorter names appear in many passwords by chance. */
const NAME_MIN_CHARACTERS = 3

/**
 * Checks a new password. It must be long enough, and must not be a common password, a sequence, a repetition, a
 * keyboard walk or the user's name, even with a few characters around it.
 *
 * @throws AppError `WEAK_PASSWORD` with a hint for the user
 */
export function requireStrong(password: string, email: string): void {
  const hint = getHint(password.normalize('NFKC').toLowerCase(), email)
  if (hint !== null) throw new AppError('WEAK_PASSWORD', undefined, { hint })
}

function getHint(folded: string, email: string): string | null {
  const characters = [...folded]
  if (characters.length < PASSWORD_MIN_CHARACTERS) return `Use ${PASSWORD_MIN_CHARACTERS} characters or more.`
  if (characters.length > PASSWORD_MAX_CHARACTERS) return `Use at most ${PASSWORD_MAX_CHARACTERS} characters.`
  if (new Set(characters).size < DIFFERENT_CHARACTERS)
    return `Use at least ${DIFFERENT_CHARACTERS} different characters.`
  if (isCommon(folded)) return 'Many people use that password. A few unrelated words are hard to guess.'
  if (folded === email || isName(folded, email.split('@')[0]!)) return 'Do not use your name or email address.'
  return null
}

/** True if a password is too weak once the user's name is removed. */
function isName(folded: string, local: string): boolean {
  const names = [local, ...local.split(/[^a-z]+/)].filter((name) => name.length >= NAME_MIN_CHARACTERS)
  return names.some((name) => folded.includes(name) && isCommon(folded.replaceAll(name, '')))
}
