import { type Team, TEAMS } from '#shared/domain/team.ts'
import { isTeamFound, TeamTile } from '#web/card/team-tile.tsx'
import Picker from '#web/ui/picker.tsx'
import type { StepPickerProps } from './pick-step.tsx'

const ALL = [{ name: null, options: TEAMS }]
const SEARCH = {
  label: 'Search team or color',
  matches: isTeamFound,
  none: 'No team or color matches that.',
}

/** All 32 teams' colors. */
export default function TeamPicker(props: StepPickerProps<Team>) {
  return <Picker {...props} groups={ALL} layout="tiles" renderTile={(one) => <TeamTile team={one} />} search={SEARCH} />
}
