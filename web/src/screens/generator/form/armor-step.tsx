import type { ReactNode } from 'react'
import { NEUTRAL } from '#shared/design/pair.ts'
import { ARMOR, ARMOR_GROUPS, type Armor } from '#shared/domain/armor.ts'
import { LABELS } from '#shared/domain/messages.ts'
import type { Team } from '#shared/domain/team.ts'
import { PickStep } from './pick-step.tsx'
import pickStepStyles from './pick-step.module.css'

const GROUPS = ARMOR_GROUPS.map((group) => ({
  name: group === 'None' ? null : group,
  options: ARMOR.filter((one): one is Armor => one.group === group),
}))
const WORDS = {
  title: LABELS.armor,
  roll: LABELS.randomArmor,
  done: 'Wear it',
  rolled: () => "It's on your card.",
  recents: 'recent-armor',
}
const SEARCH = {
  label: 'Search headgear',
  matches: ({ label, group }: Armor, query: string) => `${label} ${group}`.toLowerCase().includes(query),
  none: 'No headgear matches that.',
}

/** @param figure `{team}/{armor}` */
const pictureOf = (figure: string) => `/art/gear/${figure}.svg`

const ChosenGear = ({ figure }: { figure: string }) => (
  <img src={pictureOf(figure)} alt="" width="52" height="56" loading="lazy" />
)

type ArmorStepProps = { armor: Armor; team: Team | null; onChange: (armor: Armor) => void; mini: ReactNode }

/** Thirty pieces as pictures, each on the same head and in the chosen colors. */
export function ArmorStep({ armor, team, onChange, mini }: ArmorStepProps) {
  const figureOf = ({ id }: Armor) => `${(team ?? NEUTRAL).id}/${id}`
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
          <ChosenGear figure={figureOf(one)} />
        </span>
      )}
      mini={mini}
      groups={GROUPS}
      layout="gears"
      renderTile={(one) => (
        <>
          <img src={pictureOf(figureOf(one))} alt="" width="88" height="92" loading="lazy" />
          <b>{one.label}</b>
        </>
      )}
      search={SEARCH}
    />
  )
}
