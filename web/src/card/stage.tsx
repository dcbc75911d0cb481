import type { ReactNode } from 'react'
import type { Team } from '#shared/domain/team.ts'
import { teamStyle } from './team-style.ts'
import { tiltHandlers } from './tilt.ts'

type StageProps = { team: Team | string | null; big?: boolean; children: ReactNode }

/** A dark stadium with one lit object. */
export function Stage({ team, big = false, children }: StageProps) {
  return (
    <div className={big ? 'stage big' : 'stage'} style={teamStyle(team)} {...tiltHandlers}>
      <Lamps />
      <Floor />
      <div className="plinth">
        <div className="tilt">{children}</div>
      </div>
    </div>
  )
}

export const Lamps = () => (
  <div className="lamps" aria-hidden="true">
    <i />
    <i />
  </div>
)

/** The field, seen from the stand. */
export const Floor = () => (
  <div className="floor" aria-hidden="true">
    <div className="field">
      <b>5 0</b>
      <b>5 0</b>
    </div>
  </div>
)
