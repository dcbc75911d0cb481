import { LABELS } from '#shared/domain/messages.ts'
import type { Team } from '#shared/domain/team.ts'
import { ColorTile, isTeamFound, TeamTile } from '#web/card/team-tile.tsx'
import type { CountedTeams } from '#web/data/team-counts.ts'
import { buttonLook } from '#web/ui/button.ts'
import Picker from '#web/ui/picker.tsx'
import { withCount } from './with-count.ts'

const ALL = { id: 'all' } as const
type Option = Team | typeof ALL

const isAll = (option: Option): option is typeof ALL => option.id === ALL.id

const SEARCH = {
  label: 'Search team or color',
  matches: (option: Option, query: string) => (isAll(option) ? query === '' : isTeamFound(option, query)),
  none: 'No team or color matches that.',
}

type TeamFilterSheetProps = {
  open: boolean
  onClose: () => void
  team: Team | null
  counted: CountedTeams
  onChange: (team: Team | null) => void
}

/** The generator's team picker, with "All Teams" first. */
export default function TeamFilterSheet({ open, onClose, team, counted, onChange }: TeamFilterSheetProps) {
  return (
    <Picker<Option>
      open={open}
      onClose={onClose}
      title="Team"
      groups={[{ name: null, options: [ALL, ...counted.teams] }]}
      chosen={team ?? ALL}
      onChange={(option) => onChange(isAll(option) ? null : option)}
      closesOnChoice
      isDim={(option) => !isAll(option) && counted.getCount(option) === 0}
      layout="tiles"
      renderTile={(option) =>
        isAll(option) ? (
          <ColorTile team={null} name={LABELS.allTeams} line="every color" />
        ) : (
          <TeamTile team={option} name={withCount(option.name, counted.getCount(option))} />
        )
      }
      search={SEARCH}
      footer={
        <button type="button" className={buttonLook()} onClick={onClose}>
          Close
        </button>
      }
    />
  )
}
