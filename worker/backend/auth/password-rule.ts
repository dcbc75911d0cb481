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
 * @throws AppError `WEAK_PASSWORD`
 */
export function requireStrong(password: string, email: string): void {
  const folded = password.normalize('NFKC').toLowerCase()
  const characters = [...folded]
  const isWeak =
    characters.length < PASSWORD_MIN_CHARACTERS ||
    characters.length > PASSWORD_MAX_CHARACTERS ||
    new Set(characters).size < DIFFERENT_CHARACTERS ||
    isCommon(folded) ||
    folded === email ||
    isName(folded, email.split('@')[0]!)
  if (isWeak) throw new AppError('WEAK_PASSWORD', undefined, { hint: HINT })
}

const HINT = `Use ${PASSWORD_MIN_CHARACTERS} characters or more, and not a common word.`

/** Whether too little is left of a password without the user's name. */
function isName(folded: string, local: string): boolean {
  const names = [local, ...local.split(/[^a-z]+/)].filter((name) => name.length >= NAME_MIN_CHARACTERS)
  return names.some((name) => folded.includes(name) && isCommon(folded.replaceAll(name, '')))
}
