import type { CSSProperties } from 'react'
import { displayName } from '#shared/domain/card.ts'
import { STATS } from '#shared/domain/stats.ts'
import { nameSize } from './name-size.ts'

/** A sealed pack in team colors, standing in for a card that is being drawn. */
export function Pack({ nickname, number }: { nickname: string; number: string }) {
  const name = displayName(nickname.trim())
  const { sizeCqw, lines } = nameSize(name)
  const style: CSSProperties & Record<'--fs', string> = { '--fs': `${sizeCqw.toFixed(2)}cqw` }
  return (
    <div className="pack" aria-hidden="true">
      <div className="foil">
        <div className="crimp" />
        <div className="crimp" />
        <div className="ct">
          1 card
          <br />
          {STATS.length} stats
        </div>
        <div className={lines === 1 ? 'band' : 'band is-split'} style={style}>
          <b>{name}</b>
          {number ? <small>No. {number}</small> : null}
        </div>
        <svg className="lace" viewBox="0 0 32 48" fill="none" stroke="currentColor" strokeWidth="5">
          <path d="M16 0V48M6 6H26M4 18H28M4 30H28M6 42H26" />
        </svg>
      </div>
    </div>
  )
}
