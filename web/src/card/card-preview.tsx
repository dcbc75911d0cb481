import type { CSSProperties } from 'react'
import type { Armor } from '#shared/domain/armor.ts'
import { displayName } from '#shared/domain/card.ts'
import { STATS } from '#shared/domain/stats.ts'
import type { Team } from '#shared/domain/team.ts'
import { gearLine } from './gear-line.ts'
import { nameSize } from './name-size.ts'
import { teamStyle } from './team-style.ts'

type CardPreviewProps = { nickname: string; number: string; team: Team; armor: Armor; className?: string }

/** The card before its player is drawn: a silhouette in the chosen colors and gear, everything else as it will be. */
export function CardPreview({ nickname, number, team, armor, className = '' }: CardPreviewProps) {
  const name = displayName(nickname)
  const { sizeCqw, lines } = nameSize(name)
  const style: CSSProperties & Record<'--fs', string> = { ...teamStyle(team), '--fs': `${sizeCqw.toFixed(2)}cqw` }
  const label = `Preview of your card: ${name}, number ${number || 'none'}, ${team.name}, ${gearLine(armor)}.`

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
            <img className="bust" src={`/art/preview/${team.id}/${armor.id}.svg`} alt="" width="500" height="600" />
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
                {team.city} · {gearLine(armor)}
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
