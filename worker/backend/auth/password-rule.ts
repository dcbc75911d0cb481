import { AppError } from '#shared/client/errors.ts'
import { isCommon } from './common-passwords.ts'
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from './limits.ts'

const DIFFERENT_CHARACTERS = 5
/** A name of fewer letters stands in many passwords by chance. */
const NAME_MIN_CHARACTERS = 3

/**
 * The rule for a new password: long enough, not one that everybody tries, however it is decorated, not a run or a
 * repetition or a walk over the keys, and not the name in the address it belongs to with a few signs around it.
 *
 * @throws AppError `WEAK_PASSWORD`, with what to do as its hint
 */
export function requireStrong(password: string, email: string): void {
  const hint = hintFor(password.normalize('NFKC').toLowerCase(), email)
  if (hint !== null) throw new AppError('WEAK_PASSWORD', undefined, { hint })
}

function hintFor(folded: string, email: string): string | null {
  const characters = [...folded]
  if (characters.length < PASSWORD_MIN_CHARACTERS) return `Use ${PASSWORD_MIN_CHARACTERS} characters or more.`
  if (characters.length > PASSWORD_MAX_CHARACTERS) return `Use at most ${PASSWORD_MAX_CHARACTERS} characters.`
  if (new Set(characters).size < DIFFERENT_CHARACTERS)
    return `Use at least ${DIFFERENT_CHARACTERS} different characters.`
  if (isCommon(folded)) return 'Many people use that password. A few unrelated words are hard to guess.'
  if (folded === email || isName(folded, email.split('@')[0]!)) return 'Do not use your name or email address.'
  return null
}

/** True if too little is left of a password without the user's name. */
function isName(folded: string, local: string): boolean {
  const names = [local, ...local.split(/[^a-z]+/)].filter((name) => name.length >= NAME_MIN_CHARACTERS)
  return names.some((name) => folded.includes(name) && isCommon(folded.replaceAll(name, '')))
}
