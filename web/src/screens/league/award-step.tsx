import { Check } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { League, LeagueSeat } from '#shared/contracts/league.ts'
import { AWARD_TITLE_MAX_CHARACTERS } from '#shared/domain/league.ts'
import { USUAL_AWARDS } from '#shared/domain/league-awards.ts'
import { useLeagueCalls } from '#web/data/leagues.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { getMessage } from '#web/lib/failure.ts'
import { typedText } from '#web/lib/typed-text.ts'
import { buttonLook } from '#web/ui/button.ts'
import { Field } from '#web/ui/field.tsx'
import { iconLook } from '#web/ui/icon.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { toFaults } from './league-fields.tsx'
import styles from './award-step.module.css'

type AwardStepProps = { seat: LeagueSeat; code: string; league: League; open: boolean; onClose: () => void }

/** Gives or revokes a seat's awards with one press each. Custom awards come after the suggested ones. */
export function AwardStep({ seat, code, league, open, onClose }: AwardStepProps) {
  const { award } = useLeagueCalls(code)
  const [title, setTitle] = useState('')
  const others = league.seats.flatMap(({ awards }) => awards).filter((one) => !isUsual(one))
  const faults = award.error && toFaults(award.error)

  const giveOnce = useSingleFlight(async (given: string, isTaken: boolean) => {
    try {
      await award.mutateAsync({ title: given, seat: isTaken ? null : seat.number })
    } catch {
      // The field shows the error.
      return
    }
    setTitle('')
  })

  function giveTyped(event: FormEvent) {
    event.preventDefault()
    if (title.trim() !== '') void giveOnce(title, false)
  }

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Awards"
      lead={seat.teamName}
      kind="dialog"
      footer={
        <button type="button" className={buttonLook('primary')} onClick={onClose}>
          Done
        </button>
      }
    >
      <ul className={styles['awards']}>
        {[...USUAL_AWARDS, ...others].map((one) => {
          const holder = league.seats.find(({ awards }) => awards.some((held) => isSame(held, one)))
          const isTaken = holder?.number === seat.number
          return (
            <li key={one}>
              <button
                type="button"
                className={buttonLook('full')}
                aria-pressed={isTaken}
                aria-disabled={award.isPending}
                onClick={() => void giveOnce(one, isTaken)}
              >
                <span dir="auto">{one}</span>
                {isTaken ? <Check className={iconLook} aria-hidden="true" /> : null}
                {holder && !isTaken ? <small dir="auto">now {holder.teamName}</small> : null}
              </button>
            </li>
          )
        })}
      </ul>
      <form className={styles['own']} onSubmit={giveTyped} noValidate>
        <Field
          label="Another award"
          error={faults ? (faults.fields.title ?? faults.form ?? getMessage(award.error)) : undefined}
        >
          {(control) => (
            <input
              {...control}
              dir="auto"
              autoComplete="off"
              value={title}
              onChange={(event) => {
                award.reset()
                setTitle(typedText(event.target.value, AWARD_TITLE_MAX_CHARACTERS))
              }}
            />
          )}
        </Field>
        <button type="submit" className={buttonLook()} aria-disabled={award.isPending}>
          Give it
        </button>
      </form>
    </Sheet>
  )
}

const isSame = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
const isUsual = (title: string): boolean => USUAL_AWARDS.some((usual) => isSame(usual, title))
