import { ChevronDown, Dices } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { ARMOR, type Armor } from '#shared/domain/armor.ts'
import { LABELS } from '#shared/domain/messages.ts'
import type { Team } from '#shared/domain/team.ts'
import { pickOther } from '#web/lib/pick-other.ts'
import { toast } from '#web/ui/toast.ts'
import { Step } from './step.tsx'

const loadArmorSheet = () => import('./armor-sheet.tsx')
const ArmorSheet = lazy(loadArmorSheet)

type ArmorStepProps = { armor: Armor; team: Team; onChange: (armor: Armor) => void; mini: ReactNode }

export function ArmorStep({ armor, team, onChange, mini }: ArmorStepProps) {
  const [sheet, setSheet] = useState<'never' | 'open' | 'closed'>('never')

  function roll() {
    const rolled = pickOther<Armor>(ARMOR, armor)
    onChange(rolled)
    toast.blank(rolled.label, { description: 'Random pick, already on your card.' })
  }

  return (
    <Step
      yard={40}
      title={LABELS.armor}
      state="done"
      aside={
        <button type="button" className="btn quiet" onClick={roll}>
          <Dices className="i" aria-hidden="true" />
          {LABELS.randomArmor}
        </button>
      }
    >
      <button
        type="button"
        className="pick"
        aria-haspopup="dialog"
        aria-label={`${LABELS.armor}: ${armor.label}`}
        onClick={() => setSheet('open')}
        onPointerEnter={() => void loadArmorSheet()}
      >
        <span className="art">
          <img src={`/art/gear/${team.id}/${armor.id}.svg`} alt="" width="52" height="56" />
        </span>
        <span className="tx">
          <b>{armor.label}</b>
          <span>{ARMOR.length} to choose from</span>
        </span>
        <ChevronDown className="i" aria-hidden="true" />
      </button>
      {sheet === 'never' ? null : (
        <Suspense>
          <ArmorSheet
            open={sheet === 'open'}
            onClose={() => setSheet('closed')}
            armor={armor}
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
