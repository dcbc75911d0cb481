import { Check, Dices } from 'lucide-react'
import type { ReactNode } from 'react'
import { ARMOR, ARMOR_GROUPS, type Armor } from '#shared/domain/armor.ts'
import { LABELS } from '#shared/domain/messages.ts'
import type { Team } from '#shared/domain/team.ts'
import { HashRule } from '#web/ui/hash-rule.tsx'
import { Sheet } from '#web/ui/sheet.tsx'

type ArmorSheetProps = {
  open: boolean
  onClose: () => void
  armor: Armor
  team: Team
  onChange: (armor: Armor) => void
  onRoll: () => void
  mini: ReactNode
}

/** Thirty pieces as pictures, each on the same head and in the chosen colors. */
export default function ArmorSheet({ open, onClose, armor, team, onChange, onRoll, mini }: ArmorSheetProps) {
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={LABELS.armor}
      tall
      mini={mini}
      footer={
        <>
          <button type="button" className="btn" onClick={onRoll}>
            <Dices className="i" aria-hidden="true" />
            {LABELS.randomArmor}
          </button>
          <button type="button" className="btn pri" onClick={onClose}>
            Wear it
          </button>
        </>
      }
    >
      <div role="radiogroup" aria-label={LABELS.armor}>
        {ARMOR_GROUPS.map((group) => (
          <div key={group}>
            {group === 'None' ? null : (
              <h3 className="grp">
                {group}
                <HashRule />
              </h3>
            )}
            <div className={group === 'None' ? 'gears one' : 'gears'}>
              {ARMOR.filter((one) => one.group === group).map((one) => (
                <label className="tile" key={one.id}>
                  <input
                    className="sr"
                    type="radio"
                    name="armor"
                    value={one.id}
                    checked={one.id === armor.id}
                    onChange={() => onChange(one)}
                  />
                  <img src={`/art/gear/${team.id}/${one.id}.svg`} alt="" width="88" height="92" loading="lazy" />
                  <span className="tick">
                    <Check className="i" aria-hidden="true" />
                  </span>
                  <b>{one.label}</b>
                </label>
              ))}
            </div>
          </div>
        ))}
      </div>
    </Sheet>
  )
}
