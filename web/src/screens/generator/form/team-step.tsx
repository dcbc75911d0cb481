import type { ReactNode } from 'react'
import { LABELS } from '#shared/domain/messages.ts'
import { type Team, TEAMS } from '#shared/domain/team.ts'
import { inTeam } from '#web/card/team-scope.ts'
import { isTeamFound, TeamTile } from '#web/card/team-tile.tsx'
import { classes } from '#web/ui/classes.ts'
import swatchStyles from '#web/ui/swatch.module.css'
import { PickStep } from './pick-step.tsx'
import pickStepStyles from './pick-step.module.css'

const ALL = [{ name: null, options: TEAMS }]
const WORDS = {
  title: LABELS.teamColors,
  none: { name: 'Choose a team', line: `${TEAMS.length} teams. Skip it and we'll pick one.` },
  roll: LABELS.randomTeam,
  done: 'Use these colors',
  rolled: (team: Team) => team.description,
  recents: 'recent-teams',
}
const SEARCH = {
  label: 'Search team or color',
  matches: isTeamFound,
  none: 'No team or color matches that.',
}

type TeamStepProps = { team: Team | null; onChange: (team: Team) => void; mini: ReactNode }

/** All 32 pairs of colors. */
export const TeamStep = ({ team, onChange, mini }: TeamStepProps) => (
  <PickStep
    number={3}
    all={TEAMS}
    chosen={team}
    onChange={onChange}
    words={WORDS}
    describe={({ name, description }) => ({ name, line: description })}
    renderFace={(one) => (
      <span className={classes(swatchStyles['swatch'], pickStepStyles['swatch'])} {...inTeam(one)} />
    )}
    mini={mini}
    groups={ALL}
    layout="tiles"
    renderTile={(one) => <TeamTile team={one} />}
    search={SEARCH}
  />
)
