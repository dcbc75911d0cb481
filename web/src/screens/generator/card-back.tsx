import type { CSSProperties } from 'react'
import type { MadeCard } from '#shared/contracts/generations.ts'
import { getArmor } from '#shared/domain/armor.ts'
import { displayName } from '#shared/domain/card.ts'
import { overallOf, STATS } from '#shared/domain/stats.ts'
import { getTeam } from '#shared/domain/team.ts'
import { gearLine } from '#web/card/gear-line.ts'
import { nameSize } from '#web/card/name-size.ts'
import { teamStyle } from '#web/card/team-style.ts'

/** The other side of a card that has no pictures of its own yet: the same words as its printed back. */
export function CardBack({ card }: { card: MadeCard }) {
  const { playerName, jerseyNumber, teamColors, stats, tier } = card
  const name = displayName(playerName)
  const { sizeCqw } = nameSize(name)
  const style: CSSProperties & Record<'--fs', string> = { ...teamStyle(teamColors), '--fs': `${sizeCqw.toFixed(2)}cqw` }
  const armor = getArmor(card.armor)

  return (
    <div className="card is-back" style={style}>
      <div className="card-in">
        <div className="card-foil" />
        <div className="card-win">
          <div className="card-art">
            <div className="card-dots" />
            <div className="card-ghost">{jerseyNumber || name.slice(0, 1)}</div>
            <div className="back-top">
              <b>{overallOf(stats)}</b>
              <span>Overall</span>
              <i>{tier}</i>
            </div>
            <div className="back-txt">
              <b>{name}</b>
              <div className="back-line">
                {getTeam(teamColors)?.city ?? teamColors}
                {armor ? ` · ${gearLine(armor)}` : ''}
              </div>
              <dl className="back-stats">
                {STATS.map(({ name: stat, label }) => (
                  <div key={stat} style={{ '--w': `${stats[stat]}%` } as CSSProperties}>
                    <dt>{label}</dt>
                    <dd>{stats[stat]}</dd>
                  </div>
                ))}
              </dl>
              <p>One fantasy football card, made from one selfie. The photo was not kept. AI-generated.</p>
            </div>
          </div>
        </div>
      </div>
    </div>
  )
}
