import { type FormEvent, useId, useState } from 'react'
import type { Card, Visibility } from '#shared/domain/card.ts'
import { NICKNAME_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { useOwnCard } from '#web/data/own-card.ts'
import { classes } from '#web/ui/classes.ts'
import { getMessage } from '#web/lib/failure.ts'
import { typedText } from '#web/lib/typed-text.ts'
import { useSingleFlight } from '#web/hooks/use-single-flight.ts'
import { useUndrawn } from '#web/card/card-text.ts'
import { buttonLook } from '#web/ui/button.ts'
import { Field } from '#web/ui/field.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import textStyles from '#web/ui/text.module.css'
import { toast } from '#web/ui/toast.ts'
import { useDiscardQuestion } from '#web/ui/use-discard-question.tsx'
import type { CardSheetProps } from '../sheet-props.ts'

type RenameSheetProps = CardSheetProps<Pick<Card, 'id' | 'playerName'> & { visibility: Visibility }> & {
  /** Why the current name was refused, until the visitor types another. */
  fault?: string
}

/** Renames a card. This redraws its picture; its link and votes stay. Asks before it discards a typed name. */
export default function RenameSheet({ card, open, onClose, fault }: RenameSheetProps) {
  const formId = useId()
  const [name, setName] = useState(card.playerName)
  const [isMissing, setIsMissing] = useState(false)
  const { rename } = useOwnCard(card.id)
  const note = useUndrawn(name)
  const isSame = name.trim() === card.playerName
  const question = useDiscardQuestion(!isSame, onClose)

  function save(event: FormEvent) {
    event.preventDefault()
    if (isSame) return onClose()
    if (name.trim() === '') return setIsMissing(true)
    void saveName()
  }

  const saveName = useSingleFlight(async () => {
    try {
      await rename.mutateAsync(name.trim())
    } catch {
      // The field shows the error.
      return
    }
    toast.blank('Nickname updated.')
    onClose()
  })

  return (
    <Sheet
      open={open}
      onClose={question.close}
      title="Change nickname"
      kind="dialog"
      notice={question.notice}
      footer={
        question.footer ?? (
          <>
            <button type="button" className={buttonLook()} onClick={onClose}>
              {LABELS.cancel}
            </button>
            <button type="submit" form={formId} className={buttonLook('primary')} aria-disabled={rename.isPending}>
              {rename.isPending ? 'Updating card…' : LABELS.saveChanges}
            </button>
          </>
        )
      }
    >
      <form id={formId} onSubmit={save} noValidate>
        <Field
          label={LABELS.funNickname}
          counter={`${name.length} of ${NICKNAME_MAX_CHARACTERS}`}
          note={note}
          error={isMissing ? 'Enter a nickname.' : rename.error ? getMessage(rename.error) : isSame ? fault : undefined}
        >
          {(control) => (
            <input
              {...control}
              dir="auto"
              autoComplete="off"
              value={name}
              onChange={(event) => {
                rename.reset()
                setIsMissing(false)
                setName(typedText(event.target.value, NICKNAME_MAX_CHARACTERS))
              }}
            />
          )}
        </Field>
        {card.visibility === 'draft' ? null : (
          <p className={classes(textStyles['small'], textStyles['mute'])}>
            {card.visibility === 'public' ? "Your votes, rank and link won't change." : "Your link won't change."}
          </p>
        )}
      </form>
    </Sheet>
  )
}
