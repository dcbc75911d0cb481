import type { Finish } from '#shared/domain/finish.ts'
import textStyles from '#web/ui/text.module.css'
import styles from './finish-choice.module.css'

const FINISHES: readonly { finish: Finish; label: string; line: string }[] = [
  { finish: 'ink', label: 'Inked', line: 'Comic-book look' },
  { finish: 'photo', label: 'Photo', line: 'Real-photo look' },
]

type FinishChoiceProps = {
  chosen: Finish
  onChange: (finish: Finish) => void
  /** The id of its heading. */
  labelledBy: string
}

/** The choice between the finishes. */
export const FinishChoice = ({ chosen, onChange, labelledBy }: FinishChoiceProps) => (
  <div className={styles['ways']} role="radiogroup" aria-labelledby={labelledBy}>
    {FINISHES.map(({ finish, label, line }) => (
      <label key={finish}>
        <input
          className={textStyles['unseen']}
          type="radio"
          name="finish"
          value={finish}
          checked={finish === chosen}
          onChange={() => onChange(finish)}
        />
        <b>{label}</b>
        <span>{line}</span>
      </label>
    ))}
  </div>
)
