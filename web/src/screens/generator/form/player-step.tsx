import { Dices } from 'lucide-react'
import { NICKNAME_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { classes } from '#web/ui/classes.ts'
import { useTypedBefore } from '#web/hooks/typed-before.ts'
import { rollNickname } from '#web/screens/generator/nickname-dice.ts'
import { useUndrawn } from '#web/card/card-text.ts'
import { buttonLook } from '#web/ui/button.ts'
import chipStyles from '#web/ui/chip.module.css'
import fieldStyles from '#web/ui/field.module.css'
import { Field } from '#web/ui/field.tsx'
import { iconLook } from '#web/ui/icon.ts'
import { getNickname, isJerseyNumber, type PlayerForm } from '../use-player-form.ts'
import { Step } from './step.tsx'
import styles from './player-step.module.css'

const COUNTER_FROM = 48

type PlayerStepProps = {
  form: PlayerForm
  change: (part: Partial<PlayerForm>) => void
  state: 'todo' | 'now' | 'done'
}

export function PlayerStep({ form, change, state }: PlayerStepProps) {
  const { length } = form.nickname
  const nickname = useTypedBefore((text) => change({ nickname: text }))
  const number = useTypedBefore((text) => change({ number: text }))
  const nameNote = useUndrawn(form.nickname)
  return (
    <Step number={2} title="Player" state={state} aside={<span className={chipStyles['chip']}>Both optional</span>}>
      <div className={styles['two']}>
        <Field
          label={LABELS.funNickname}
          counter={length >= COUNTER_FROM ? `${length} of ${NICKNAME_MAX_CHARACTERS}` : undefined}
          note={nameNote}
        >
          {(props) => (
            <>
              <input
                {...props}
                ref={nickname}
                className={classes(fieldStyles['input'], styles['diced'])}
                value={form.nickname}
                onChange={(event) => change({ nickname: event.target.value })}
                placeholder={form.suggestion}
                autoComplete="off"
                dir="auto"
              />
              <button
                type="button"
                className={classes(buttonLook('quiet', 'square'), styles['dice'])}
                aria-label="Roll a nickname"
                onClick={() => change({ nickname: rollNickname(getNickname(form)) })}
              >
                <Dices className={iconLook} aria-hidden="true" />
              </button>
            </>
          )}
        </Field>
        <Field
          label={LABELS.jerseyNumber}
          error={isJerseyNumber(form.number) ? undefined : 'Use digits only, like 7 or 00.'}
        >
          {(props) => (
            <input
              {...props}
              ref={number}
              value={form.number}
              onChange={(event) => change({ number: event.target.value })}
              placeholder="7"
              autoComplete="off"
              inputMode="numeric"
            />
          )}
        </Field>
      </div>
    </Step>
  )
}
