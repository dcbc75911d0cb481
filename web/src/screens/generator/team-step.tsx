import { ChevronDown, Dices } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { LABELS } from '#shared/domain/messages.ts'
import { type Team, TEAMS } from '#shared/domain/team.ts'
import { teamStyle } from '#web/card/team-style.ts'
import { pickOther } from '#web/lib/pick-other.ts'
import { toast } from '#web/ui/toast.ts'
import { Step } from './step.tsx'

const loadTeamSheet = () => import('./team-sheet.tsx')
const TeamSheet = lazy(loadTeamSheet)

type TeamStepProps = { team: Team; onChange: (team: Team) => void; mini: ReactNode }

export function TeamStep({ team, onChange, mini }: TeamStepProps) {
  const [sheet, setSheet] = useState<'never' | 'open' | 'closed'>('never')

  function roll() {
    const rolled = pickOther(TEAMS, team)
    onChange(rolled)
    toast.blank(rolled.name, { description: rolled.description })
  }

  return (
    <Step
      yard={30}
      title={LABELS.teamColors}
      state="done"
      aside={
        <button type="button" className="btn quiet" onClick={roll}>
          <Dices className="i" aria-hidden="true" />
          {LABELS.randomTeam}
        </button>
      }
    >
      <button
        type="button"
        className="pick"
        aria-haspopup="dialog"
        aria-label={`${LABELS.teamColors}: ${team.name}, ${team.description}`}
        style={teamStyle(team)}
        onClick={() => setSheet('open')}
        onPointerEnter={() => void loadTeamSheet()}
      >
        <span className="sw" />
        <span className="tx">
          <b>{team.name}</b>
          <span>{team.description}</span>
        </span>
        <ChevronDown className="i" aria-hidden="true" />
      </button>
      {sheet === 'never' ? null : (
        <Suspense>
          <TeamSheet
            open={sheet === 'open'}
            onClose={() => setSheet('closed')}
            team={team}
            onChange={onChange}
            onRoll={roll}
            mini={mini}
          />
        </Suspense>
      )}
    </Step>
  )
}
