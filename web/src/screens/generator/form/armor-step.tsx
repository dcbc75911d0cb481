import type { ReactNode } from 'react'
import { NEUTRAL } from '#shared/design/pair.ts'
import { ARMOR, type Armor } from '#shared/domain/armor.ts'
import { LABELS } from '#shared/domain/messages.ts'
import type { Team } from '#shared/domain/team.ts'
import { lateSheet } from '#web/ui/late-sheet.tsx'
import { PickStep } from './pick-step.tsx'
import pickStepStyles from './pick-step.module.css'

const loadPicker = () => import('./armor-picker.tsx')
const ArmorPicker = lateSheet(loadPicker)

const WORDS = {
  title: LABELS.armor,
  roll: LABELS.randomArmor,
  done: 'Wear it',
  rolled: () => "It's on your card.",
  recents: 'recent-armor',
}
type ArmorStepProps = { armor: Armor; team: Team | null; onChange: (armor: Armor) => void; mini: ReactNode }

/** The form's headgear step. */
export function ArmorStep({ armor, team, onChange, mini }: ArmorStepProps) {
  return (
    <PickStep<Armor>
      number={4}
      all={ARMOR}
      chosen={armor}
      onChange={onChange}
      words={WORDS}
      describe={({ id, label }) => ({
        name: label,
        line: id === ARMOR[0].id ? `Optional. ${ARMOR.length} to choose from.` : `${ARMOR.length} to choose from.`,
      })}
      renderFace={(one) => (
        <span className={pickStepStyles['art']}>
          <img src={`/art/gear/${(team ?? NEUTRAL).id}/${one.id}.svg`} alt="" width="52" height="56" loading="lazy" />
        </span>
      )}
      mini={mini}
      loadPicker={loadPicker}
      renderPicker={(props) => <ArmorPicker {...props} team={team} />}
    />
  )
}
