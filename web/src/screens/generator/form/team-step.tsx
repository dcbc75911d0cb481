import type { ReactNode } from 'react'
import { LABELS } from '#shared/domain/messages.ts'
import { type Team, TEAMS } from '#shared/domain/team.ts'
import { teamAttribute } from '#web/card/team-scope.ts'
import { classes } from '#web/ui/classes.ts'
import { lateSheet } from '#web/ui/late-sheet.tsx'
import swatchStyles from '#web/ui/swatch.module.css'
import { PickStep } from './pick-step.tsx'
import pickStepStyles from './pick-step.module.css'

const loadPicker = () => import('./team-picker.tsx')
const TeamPicker = lateSheet(loadPicker)

const WORDS = {
  title: LABELS.teamColors,
  none: { name: 'Choose a team', line: `${TEAMS.length} teams. Skip it and we'll pick one.` },
  roll: LABELS.randomTeam,
  done: 'Use these colors',
  rolled: (team: Team) => team.description,
  recents: 'recent-teams',
}
type TeamStepProps = { team: Team | null; onChange: (team: Team) => void; mini: ReactNode }

/** The form's color step. */
export const TeamStep = ({ team, onChange, mini }: TeamStepProps) => (
  <PickStep
    number={3}
    all={TEAMS}
    chosen={team}
    onChange={onChange}
    words={WORDS}
    describe={({ name, description }) => ({ name, line: description })}
    renderFace={(one) => (
      <span className={classes(swatchStyles['swatch'], pickStepStyles['swatch'])} {...teamAttribute(one)} />
    )}
    mini={mini}
    loadPicker={loadPicker}
    renderPicker={(props) => <TeamPicker {...props} />}
  />
)
