import { Check, Dices, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { LABELS } from '#shared/domain/messages.ts'
import { type Team, TEAMS } from '#shared/domain/team.ts'
import { teamStyle } from '#web/card/team-style.ts'
import { Sheet } from '#web/ui/sheet.tsx'

type TeamSheetProps = {
  open: boolean
  onClose: () => void
  team: Team
  onChange: (team: Team) => void
  onRoll: () => void
  mini: ReactNode
}

/** All 32 pairs of colors. A choice is on the card at once; closing keeps it. */
export default function TeamSheet({ open, onClose, team, onChange, onRoll, mini }: TeamSheetProps) {
  const [query, setQuery] = useState('')
  const found = TEAMS.filter((one) => isFound(one, query))

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={LABELS.teamColors}
      tall
      mini={mini}
      top={
        <div className="search">
          <Search className="i" aria-hidden="true" />
          <input
            className="inp"
            type="search"
            aria-label="Search team or color"
            placeholder="Search team or color"
            value={query}
            onChange={(event) => setQuery(event.target.value)}
          />
        </div>
      }
      footer={
        <>
          <button type="button" className="btn" onClick={onRoll}>
            <Dices className="i" aria-hidden="true" />
            {LABELS.randomTeam}
          </button>
          <button type="button" className="btn pri" onClick={onClose}>
            Use these colors
          </button>
        </>
      }
    >
      <div className="tiles" role="radiogroup" aria-label={LABELS.teamColors}>
        {found.map((one) => (
          <label className="tile" key={one.id} style={teamStyle(one)}>
            <input
              className="sr"
              type="radio"
              name="team"
              value={one.id}
              checked={one.id === team.id}
              onChange={() => onChange(one)}
            />
            <span className="sw" />
            <span className="tick">
              <Check className="i" aria-hidden="true" />
            </span>
            <span className="tx">
              <b>{one.name}</b>
              <span>{one.description}</span>
            </span>
          </label>
        ))}
      </div>
      {found.length === 0 ? <output className="mute">No team has that in its name or colors.</output> : null}
    </Sheet>
  )
}

const isFound = ({ name, description, division }: Team, query: string) =>
  `${name} ${description} ${division}`.toLowerCase().includes(query.trim().toLowerCase())
