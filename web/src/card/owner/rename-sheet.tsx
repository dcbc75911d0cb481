import { type FormEvent, useId, useState } from 'react'
import type { Card } from '#shared/domain/card.ts'
import { NICKNAME_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { useOwnCard } from '#web/data/own-card.ts'
import { classes } from '#web/ui/classes.ts'
import { wordsOf } from '#web/lib/failure.ts'
import { typedText } from '#web/lib/typed-text.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { useUndrawn } from '#web/card/card-text.ts'
import { buttonLook } from '#web/ui/button.ts'
import { Field } from '#web/ui/field.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import textStyles from '#web/ui/text.module.css'
import { toast } from '#web/ui/toast.ts'
import type { CardSheetProps } from '../sheet-props.ts'

type RenameSheetProps = CardSheetProps<Pick<Card, 'id' | 'playerName'>> & {
  /** The fault of the current name, until another one is typed. */
  fault?: string
}

/** Another nickname on the same card: its picture is drawn anew, its address and its votes stay. */
export default function RenameSheet({ card, open, onClose, fault }: RenameSheetProps) {
  const formId = useId()
  const [name, setName] = useState(card.playerName)
  const { rename } = useOwnCard(card.id)
  const note = useUndrawn(name, 'name')
  const isSame = name.trim() === card.playerName

  function save(event: FormEvent) {
    event.preventDefault()
    if (isSame) return onClose()
    void saveName()
  }

  const saveName = useSingleFlight(async () => {
    try {
      await rename.mutateAsync(name.trim())
    } catch {
      // It stands at the field.
      return
    }
    toast.blank('Nickname updated.')
    onClose()
  })

  return (
    <Sheet
      open={open}
      onClose={onClose}
      title="Change nickname"
      kind="dialog"
      footer={
        <>
          <button type="button" className={buttonLook()} onClick={onClose}>
            {LABELS.cancel}
          </button>
          <button type="submit" form={formId} className={buttonLook('primary')} aria-disabled={rename.isPending}>
            {rename.isPending ? 'Updating card…' : LABELS.saveChanges}
          </button>
        </>
      }
    >
      <form id={formId} onSubmit={save} noValidate>
        <Field
          label={LABELS.funNickname}
          counter={`${name.length} of ${NICKNAME_MAX_CHARACTERS}`}
          note={note}
          error={rename.error ? wordsOf(rename.error) : isSame ? fault : undefined}
        >
          {(control) => (
            <input
              {...control}
              dir="auto"
              autoComplete="off"
              value={name}
              onChange={(event) => {
                rename.reset()
                setName(typedText(event.target.value, NICKNAME_MAX_CHARACTERS))
              }}
            />
          )}
        </Field>
        <p className={classes(textStyles['small'], textStyles['mute'])}>Your votes, rank and link won't change.</p>
      </form>
    </Sheet>
  )
}
