import { type CSSProperties, lazy, Suspense } from 'react'
import { NEUTRAL } from '#shared/design/palette.ts'
import type { Armor } from '#shared/domain/armor.ts'
import { displayName } from '#shared/domain/card.ts'
import { STATS } from '#shared/domain/stats.ts'
import type { Team } from '#shared/domain/team.ts'
import { useSlot } from '#web/lib/slots.tsx'
import { nameSize } from './name-size.ts'
import type { FittedPhoto } from './preview-face.tsx'
import { teamStyle } from './team-style.ts'

// Where it cannot be fetched, the silhouette stays one.
const PreviewFace = lazy(() => import('./preview-face.tsx').catch(() => ({ default: () => null })))

type CardPreviewProps = {
  nickname: string
  number: string
  /** Null: neutral colors. */
  team: Team | null
  armor: Armor
  photo?: FittedPhoto | null
  className?: string
}

/**
 * The card before its player is drawn: a silhouette in the chosen colors and gear, with the visitor's face once there is
 * a photo; everything else as it will be. Without a team it takes the colors of what it stands in.
 */
export function CardPreview({ nickname, number, team, armor, photo = null, className = '' }: CardPreviewProps) {
  const name = displayName(nickname)
  const { sizeCqw, lines } = nameSize(name)
  const style: CSSProperties & Record<'--fs', string> = { ...teamStyle(team), '--fs': `${sizeCqw.toFixed(2)}cqw` }
  const figure = useSlot('figure', `${(team ?? NEUTRAL).id}/${armor.id}`)
  const label = `Preview of your card: ${name}, number ${number || 'none'}, ${team?.name ?? 'no team yet'}, ${gearLine(armor)}${
    photo ? ', with your face' : ''
  }.`

  return (
    <div className={`card is-preview ${className}`} style={style}>
      <span className="sr">{label}</span>
      <div className="card-in" aria-hidden="true">
        <div className="card-foil" />
        <div className="card-win">
          <div className="card-art">
            <div className="card-rays" />
            <div className="card-dots" />
            <div className="card-ghost">{number}</div>
            <div className="card-hash l" />
            <div className="card-hash r" />
            <img className="bust" src={`/art/preview/${figure}.svg`} alt="" width="500" height="600" />
            {photo ? (
              <Suspense>
                <PreviewFace photo={photo} team={team} armor={armor} />
              </Suspense>
            ) : null}
            <div className="card-jersey" data-length={Math.min(4, number.length)}>
              {number}
            </div>
            <div className="card-stripe k" />
            <div className="card-stripe" />
            <div className="card-plate" />
            <div className="card-ovr">
              ??<i>Preview</i>
            </div>
            <div className="card-txt">
              <div className={lines === 1 ? 'card-name' : 'card-name is-split'}>{name}</div>
              <div className="card-line">
                {team?.city ?? 'Your colors'} · {gearLine(armor)}
              </div>
              <div className="card-stats">
                {STATS.map(({ name: stat, short }) => (
                  <div key={stat}>
                    –<span>{short}</span>
                  </div>
                ))}
              </div>
            </div>
          </div>
        </div>
        <div className="card-sheen" />
      </div>
    </div>
  )
}

/** A piece as the card's small line names it. */
const gearLine = (armor: Armor): string => (armor.id === 'none' ? 'No headgear' : armor.label)
