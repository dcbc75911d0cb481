import { AppError } from '#shared/client/errors.ts'
import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from './limits.ts'

const DIFFERENT_CHARACTERS = 5

/** What is tried first. Shorter ones are refused for their length, runs and repetitions by the rules below. */
const COMMON = new Set(
  `password passw0rd password1 password12 password123 password1234 iloveyou iloveyou1 iloveyou2 sunshine sunshine1 princess
   princess1 football football1 baseball baseball1 basketball superman superman1 starwars welcome1 welcome123 trustno1
   whatever letmein1 letmein123 qwertyuiop qwerty123 qwerty1234 qwerty12345 qwertyui 1q2w3e4r 1q2w3e4r5t 1qaz2wsx zaq12wsx
   q1w2e3r4 asdfghjkl zxcvbnm1 abcd1234 abc12345 abc123456 a1b2c3d4 admin123 admin1234 administrator changeme changeme1
   computer internet michelle jennifer jordan23 liverpool chelsea1 arsenal1 pokemon1 dragon123 master123 monkey123
   shadow123 michael1 charlie1 mustang1 corvette ferrari1 mercedes samsung1 google123 facebook facebook1 linkedin
   touchdown touchdown1 quarterback superbowl superbowl1 cowboys1 patriots steelers packers1 eagles123 fantasy1
   fantasyfootball p@ssw0rd p@ssword pa55word pa55w0rd passwort motdepasse contraseña 12345678910 987654321 87654321`.split(
    /\s+/,
  ),
)

/**
 * The rule for a new password: long enough, not one that everybody tries, not a run or a repetition, nothing of the
 * address it belongs to.
 *
 * @throws AppError `WEAK_PASSWORD`
 */
export function requireStrong(password: string, email: string): void {
  const folded = password.normalize('NFKC').toLowerCase()
  const characters = [...folded]
  const local = email.split('@')[0]!
  const isWeak =
    characters.length < PASSWORD_MIN_CHARACTERS ||
    characters.length > PASSWORD_MAX_CHARACTERS ||
    new Set(characters).size < DIFFERENT_CHARACTERS ||
    isRun(characters) ||
    COMMON.has(folded) ||
    folded === email ||
    (local.length >= 4 && folded.replaceAll(/[\d\W_]/g, '') === local.replaceAll(/[\d\W_]/g, ''))
  if (isWeak) throw new AppError('WEAK_PASSWORD', undefined, { hint: HINT })
}

const HINT = `Use ${PASSWORD_MIN_CHARACTERS} characters or more, and not a common word.`

/** `12345678`, `hgfedcba`. */
function isRun(characters: readonly string[]): boolean {
  const steps = characters.slice(1).map((character, i) => character.codePointAt(0)! - characters[i]!.codePointAt(0)!)
  return new Set(steps).size === 1 && Math.abs(steps[0]!) <= 1
}
