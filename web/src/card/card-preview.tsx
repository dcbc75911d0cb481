import { type CSSProperties, lazy, Suspense } from 'react'
import { NEUTRAL } from '#shared/design/pair.ts'
import type { Armor } from '#shared/domain/armor.ts'
import { getCapitalsLanguage } from '#shared/design/letters/capitals.ts'
import { getCardLine } from '#shared/domain/card-line.ts'
import { displayName } from '#shared/domain/card.ts'
import { STATS } from '#shared/domain/stats.ts'
import type { Team } from '#shared/domain/team.ts'
import { classes } from '#web/ui/classes.ts'
import { setStyle } from '#web/ui/set-style.ts'
import { useDrawnNumber } from '#web/card/card-text.ts'
import textStyles from '#web/ui/text.module.css'
import { nameSize, nameStyle } from './name-size.ts'
import type { FittedPhoto } from './preview-face.tsx'
import { teamAttribute } from './team-scope.ts'
import { getChestTop } from '#shared/design/head-places.ts'
import styles from './card-preview.module.css'

// If this fails to load, the silhouette stays.
const PreviewFace = lazy(() => import('./preview-face.tsx').catch(() => ({ default: () => null })))

type CardPreviewProps = {
  nickname: string
  number: string
  /** Null for neutral colors. */
  team: Team | null
  armor: Armor
  photo?: FittedPhoto | null
  className?: string | undefined
}

/**
 * The card before its player is drawn: a silhouette in the chosen colors and gear, with the visitor's face once there is
 * a photo. Everything else looks final. Without a team, it inherits its container's colors.
 */
export function CardPreview({ nickname, number, team, armor, photo = null, className }: CardPreviewProps) {
  const name = displayName(nickname)
  const size = nameSize(name)
  const drawn = useDrawnNumber(number)
  const figure = `${(team ?? NEUTRAL).id}/${armor.id}`
  const label = `Preview of your card: ${name}, number ${number || 'none'}, ${team?.name ?? 'no team yet'}, ${gearLine(armor)}${
    photo ? ', with your face' : ''
  }.`

  return (
    <div
      className={classes(styles['card'], styles['preview'], className)}
      {...teamAttribute(team)}
      ref={setStyle(nameStyle(size))}
    >
      <span className={textStyles['unseen']}>{label}</span>
      <div className={styles['inside']} aria-hidden="true">
        <div className={styles['foil']} />
        <div className={styles['window']}>
          <div className={styles['art']}>
            <div className={styles['rays']} />
            <div className={styles['dots']} />
            <div className={styles['ghost']}>{drawn}</div>
            <div className={classes(styles['yards'], styles['left'])} />
            <div className={classes(styles['yards'], styles['right'])} />
            <img className={styles['bust']} src={`/art/preview/${figure}.svg`} alt="" width="500" height="600" />
            {photo ? (
              <Suspense>
                <PreviewFace photo={photo} team={team} armor={armor} />
              </Suspense>
            ) : null}
            <div className={styles['jersey']} data-length={Math.min(4, drawn.length)} ref={setStyle(chestStyle(armor))}>
              {drawn}
            </div>
            <div className={classes(styles['stripe'], styles['black'])} />
            <div className={styles['stripe']} />
            <div className={styles['plate']} />
            <div className={styles['overall']}>
              ??<i>Preview</i>
            </div>
            <div className={styles['text']}>
              <div
                className={size.lines === 1 ? styles['name'] : classes(styles['name'], styles['split'])}
                // The styles uppercase the name by the rules of this language.
                lang={getCapitalsLanguage(name) === 'tr' ? 'tr' : undefined}
              >
                {name}
              </div>
              <div className={styles['line']}>
                {getCardLine({ team: team ?? UNCHOSEN, armor, jerseyNumber: number })}
              </div>
              <div className={styles['stats']}>
                {STATS.map(({ name: stat, short }) => (
                  <div key={stat}>
                    –<span>{short}</span>
                  </div>
                ))}
              </div>
            </div>
          </div>
        </div>
        <div className={styles['sheen']} />
      </div>
    </div>
  )
}

/** Placeholder for a team's city. */
const UNCHOSEN = { city: 'Your colors' } as const

/** Returns the position of the jersey number as a style, or undefined for the styles' default. */
const chestStyle = ({ id }: Armor): (CSSProperties & Record<'--chest', string>) | undefined =>
  getChestTop(id) === getChestTop('none') ? undefined : { '--chest': getChestTop(id) }

const gearLine = (armor: Armor): string => (armor.id === 'none' ? 'No headgear' : armor.label)
