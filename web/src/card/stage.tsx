import type { ReactNode } from 'react'
import type { Team } from '#shared/domain/team.ts'
import { teamStyle } from './team-style.ts'
import { tiltHandlers } from './tilt.ts'

type StageProps = {
  team: Team | string | null
  big?: boolean
  /** Leaves the object as it stands, wherever the pointer goes. */
  still?: boolean
  /** What stands on the floor beside the object. */
  aside?: ReactNode
  children: ReactNode
}

/** A dark stadium with one lit object. */
export function Stage({ team, big = false, still = false, aside, children }: StageProps) {
  const className = ['stage', big && 'big', still && 'is-still'].filter(Boolean).join(' ')
  return (
    // A new element when it is switched: nothing of the last turn stays behind.
    <div
      key={String(still)}
      className={className}
      style={teamStyle(team)}
      data-tilts={still ? undefined : ''}
      {...(still ? {} : tiltHandlers)}
    >
      <Lamps />
      <Floor />
      <div className="plinth">
        <div className="tilt">{children}</div>
      </div>
      {aside}
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
