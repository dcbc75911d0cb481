import { displayName } from '#shared/domain/card.ts'
import { STATS } from '#shared/domain/stats.ts'
import { classes } from '#web/ui/classes.ts'
import { nameSize, nameStyle } from './name-size.ts'
import styles from './pack.module.css'

type PackProps = { nickname: string; number: string; className?: string | undefined }

/** A sealed pack in team colors: the placeholder of a card that is being drawn. */
export function Pack({ nickname, number, className }: PackProps) {
  const name = displayName(nickname.trim())
  const size = nameSize(name)
  return (
    <div className={classes(styles['pack'], className)} aria-hidden="true">
      <div className={styles['foil']}>
        <div className={styles['crimp']} />
        <div className={styles['crimp']} />
        <div className={styles['count']}>
          1 card
          <br />
          {STATS.length} stats
        </div>
        <div
          className={size.lines === 1 ? styles['band'] : classes(styles['band'], styles['split'])}
          style={nameStyle(size)}
        >
          <b>{name}</b>
          {number ? <small>No. {number}</small> : null}
        </div>
        <svg className={styles['lace']} viewBox="0 0 32 48" fill="none" stroke="currentColor" strokeWidth="5">
          <path d="M16 0V48M6 6H26M4 18H28M4 30H28M6 42H26" />
        </svg>
      </div>
    </div>
  )
}
