import { LABELS } from '#shared/domain/messages.ts'
import { type Team, TEAMS } from '#shared/domain/team.ts'
import { ColorTile, isTeamFound, TeamTile } from '#web/card/team-tile.tsx'
import { buttonLook } from '#web/ui/button.ts'
import Picker from '#web/ui/picker.tsx'

const ALL = { id: 'all' } as const
type Option = Team | typeof ALL

const isAll = (option: Option): option is typeof ALL => option.id === ALL.id

const GROUPS = [{ name: null, options: [ALL, ...TEAMS] }]
const SEARCH = {
  label: 'Search team or color',
  matches: (option: Option, query: string) => (isAll(option) ? query === '' : isTeamFound(option, query)),
  none: 'No team has that in its name or colors.',
}

type TeamFilterSheetProps = {
  open: boolean
  onClose: () => void
  team: Team | null
  onChange: (team: Team | null) => void
}

/** The teams as in the generator, with all of them first. */
export default function TeamFilterSheet({ open, onClose, team, onChange }: TeamFilterSheetProps) {
  return (
    <Picker<Option>
      open={open}
      onClose={onClose}
      title="Team"
      groups={GROUPS}
      chosen={team ?? ALL}
      onChange={(option) => onChange(isAll(option) ? null : option)}
      layout="tiles"
      renderTile={(option) =>
        isAll(option) ? <ColorTile team={null} name={LABELS.allTeams} line="every color" /> : <TeamTile team={option} />
      }
      search={SEARCH}
      footer={
        <button type="button" className={buttonLook('primary')} onClick={onClose}>
          Show cards
        </button>
      }
    />
  )
}
