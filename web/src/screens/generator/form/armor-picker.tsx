import { NEUTRAL } from '#shared/design/pair.ts'
import { ARMOR, ARMOR_GROUPS, type Armor } from '#shared/domain/armor.ts'
import type { Team } from '#shared/domain/team.ts'
import Picker from '#web/ui/picker.tsx'
import type { StepPickerProps } from './pick-step.tsx'

const GROUPS = ARMOR_GROUPS.map((group) => ({
  name: group === 'None' ? null : group,
  options: ARMOR.filter((one): one is Armor => one.group === group),
}))
const SEARCH = {
  label: 'Search headgear',
  matches: ({ label, group }: Armor, query: string) => `${label} ${group}`.toLowerCase().includes(query),
  none: 'No headgear matches that.',
}

/** Thirty pictures of gear, each on the same head and in the chosen colors. */
export default function ArmorPicker({ team, ...props }: StepPickerProps<Armor> & { team: Team | null }) {
  return (
    <Picker<Armor>
      {...props}
      groups={GROUPS}
      layout="gears"
      renderTile={({ id, label }) => (
        <>
          <img src={`/art/gear/${(team ?? NEUTRAL).id}/${id}.svg`} alt="" width="88" height="92" loading="lazy" />
          <b>{label}</b>
        </>
      )}
      search={SEARCH}
    />
  )
}
