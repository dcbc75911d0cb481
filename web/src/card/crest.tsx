import { getInitials } from '#shared/domain/league.ts'
import { classes } from '#web/ui/classes.ts'
import { teamAttribute } from './team-scope.ts'
import styles from './crest.module.css'

type CrestProps = {
  name: string
  /** Name of the team whose colors it uses. */
  team: string
  className?: string | undefined
}

/** Characters from here on (wide scripts, emoji) count as two Latin letters wide. */
const LATIN_END = 0x250

function getSize(initials: string): 'one' | 'two' | 'three' | 'four' {
  const width = Array.from(initials, (character) => (character.codePointAt(0)! < LATIN_END ? 1 : 2)).reduce(
    (sum, characterWidth) => sum + characterWidth,
    0,
  )
  return (['one', 'two', 'three'] as const)[width - 1] ?? 'four'
}

/** A league's crest: its initials on a shield in its colors. Hidden from screen readers, because the name is beside it. */
export function Crest({ name, team, className }: CrestProps) {
  const initials = getInitials(name)
  return (
    <svg
      className={classes(styles['crest'], className)}
      viewBox="0 0 100 116"
      aria-hidden="true"
      {...teamAttribute(team)}
    >
      <path className={styles['edge']} d="M50 1 98 13V60C98 88 78 106 50 115 22 106 2 88 2 60V13Z" />
      <path className={styles['field']} d="M50 7 92 17.500V60C92 84 75 100 50 108.500 25 100 8 84 8 60V17.500Z" />
      <path className={styles['chief']} d="M50 7 92 17.500V33H8V17.500Z" />
      <path
        className={styles['chevron']}
        d="M50 108.500C38 104.400 27.900 98.600 20.600 90.500L50 78 79.400 90.500C72.100 98.600 62 104.400 50 108.500Z"
      />
      <path className={styles['laces']} d="M34 20.500H66M40 16V25M46.700 16V25M53.300 16V25M60 16V25" />
      <text className={classes(styles['initials'], styles[getSize(initials)])} x="50" y="57">
        {initials}
      </text>
    </svg>
  )
}
