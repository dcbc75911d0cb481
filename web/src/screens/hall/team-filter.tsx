import { ChevronDown } from 'lucide-react'
import { LABELS } from '#shared/domain/messages.ts'
import type { Team } from '#shared/domain/team.ts'
import { teamStyle } from '#web/card/team-style.ts'
import { useSheet } from '#web/lib/use-sheet.ts'
import { fetchEarly, lateSheet } from '#web/ui/late-sheet.tsx'

const loadTeamFilterSheet = () => import('./team-filter-sheet.tsx')
const TeamFilterSheet = lateSheet(loadTeamFilterSheet)

type TeamFilterProps = { team: Team | null; onChange: (team: Team | null) => void }

/** All teams or one of them. */
export function TeamFilter({ team, onChange }: TeamFilterProps) {
  const sheet = useSheet()
  const name = team?.name ?? LABELS.allTeams
  return (
    <>
      <button
        type="button"
        className="filter"
        style={teamStyle(team)}
        aria-haspopup="dialog"
        aria-label={`Team: ${name}`}
        onClick={sheet.open}
        onPointerEnter={fetchEarly(loadTeamFilterSheet)}
      >
        <span className={team ? 'sw' : 'sw none'} aria-hidden="true" />
        <span className="name">{name}</span>
        <ChevronDown className="i" aria-hidden="true" />
      </button>
      {sheet.times === 0 ? null : (
        <TeamFilterSheet key={sheet.times} open={sheet.isOpen} onClose={sheet.close} team={team} onChange={onChange} />
      )}
    </>
  )
}
