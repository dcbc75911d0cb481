import { Dices } from 'lucide-react'
import { NICKNAME_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { rollNickname } from '#web/lib/nickname-dice.ts'
import { useUndrawn } from '#web/lib/use-undrawn.ts'
import { Field } from '#web/ui/field.tsx'
import { Step } from './step.tsx'
import type { PlayerForm } from '../use-player-form.ts'

const COUNTER_FROM = 48

type PlayerStepProps = {
  form: PlayerForm
  change: (part: Partial<PlayerForm>) => void
  state: 'todo' | 'now' | 'done'
}

export function PlayerStep({ form, change, state }: PlayerStepProps) {
  const { length } = form.nickname
  const nameNote = useUndrawn(form.nickname, 'name')
  const numberNote = useUndrawn(form.number, 'number')
  return (
    <Step number={2} title="Player" state={state} aside={<span className="chip">Both can stay empty</span>}>
      <div className="two">
        <Field
          label={LABELS.funNickname}
          counter={length >= COUNTER_FROM ? `${length} of ${NICKNAME_MAX_CHARACTERS}` : undefined}
          note={nameNote}
        >
          {(props) => (
            <>
              <input
                {...props}
                className="inp has-dice"
                value={form.nickname}
                onChange={(event) => change({ nickname: event.target.value })}
                placeholder="Nacho Joe"
                autoComplete="off"
                dir="auto"
              />
              <button
                type="button"
                className="btn quiet sq dice"
                aria-label="Roll a nickname"
                onClick={() => change({ nickname: rollNickname(form.nickname) })}
              >
                <Dices className="i" aria-hidden="true" />
              </button>
            </>
          )}
        </Field>
        <Field label={LABELS.jerseyNumber} note={numberNote}>
          {(props) => (
            <input
              {...props}
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
