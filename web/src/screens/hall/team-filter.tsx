import { ChevronDown } from 'lucide-react'
import { LABELS } from '#shared/domain/messages.ts'
import { getTeam, type Team, TEAMS } from '#shared/domain/team.ts'
import { teamStyle } from '#web/card/team-style.ts'

/** All teams or one of them. The system's own list: it is long, and every phone has a good one. */
export function TeamFilter({ team, onChange }: { team: Team | null; onChange: (team: Team | null) => void }) {
  return (
    <div className="filter" style={teamStyle(team)}>
      <span className={team ? 'sw' : 'sw none'} aria-hidden="true" />
      <select aria-label="Team" value={team?.name ?? ''} onChange={(event) => onChange(getTeam(event.target.value))}>
        <option value="">{LABELS.allTeams}</option>
        {TEAMS.map(({ id, name }) => (
          <option key={id} value={name}>
            {name}
          </option>
        ))}
      </select>
      <ChevronDown className="i" aria-hidden="true" />
    </div>
  )
}
