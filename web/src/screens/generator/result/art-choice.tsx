import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { MadeCard } from '#shared/contracts/generations.ts'
import { PHOTO_WORDS } from '#shared/domain/messages.ts'
import { configQuery } from '#web/data/config.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { buttonLook } from '#web/ui/button.ts'
import { classes } from '#web/ui/classes.ts'
import fieldStyles from '#web/ui/field.module.css'
import { iconLook } from '#web/ui/icon.ts'
import textStyles from '#web/ui/text.module.css'
import { FinishChoice } from './finish-choice.tsx'
import { describeLeft } from '../cards-left.ts'
import type { Generator } from '../use-card-generator.ts'
import styles from './art-choice.module.css'

/** Redraws the card in one of two styles. */
export function ArtChoice({ card, generator }: { card: MadeCard; generator: Generator }) {
  const { api } = usePlatform()
  const requested = generator.form.finish
  const [finish, setFinish] = useState(requested)
  const drawn = generator.generation?.finish ?? null
  // Choosing a finish does not redraw, and drawing costs a card, so the button says what it will do.
  const isOther = drawn !== null && (finish === 'photo') !== (drawn === 'photo' || drawn === 'window')
  const config = useQuery(configQuery(api)).data
  const left = config?.generations.left
  const leftWords = describeLeft(left)
  const isOurArtist = config?.imageService === null && config.backendHost === null
  // A photo that could not be inked stays a photo, whichever finish was requested.
  const isSame = drawn !== null && (!isOther || (finish === 'ink' && requested === 'ink'))
  const needsAnother = isOurArtist && generator.hasCardPhoto && isSame
  const draw = () => generator.redraw(needsAnother ? 'other' : 'art', card, finish)

  return (
    <section className={styles['choice']} aria-labelledby="art-choice">
      <h2 className={fieldStyles['label']} id="art-choice">
        Style
      </h2>
      <FinishChoice chosen={finish} onChange={setFinish} labelledBy="art-choice" />
      <button
        type="button"
        className={buttonLook('full')}
        aria-disabled={left === 0}
        aria-haspopup={needsAnother ? 'dialog' : undefined}
        onClick={left === 0 ? undefined : draw}
      >
        <RefreshCw className={iconLook} aria-hidden="true" />
        {needsAnother ? 'Try another photo' : isOther ? `Redraw as ${finish}` : 'New art, same stats'}
        {leftWords && ` (${leftWords})`}
      </button>
      {needsAnother && left !== 0 ? (
        <p className={classes(textStyles['small'], textStyles['mute'])}>
          Same photo, same art. For a new look, try another photo or style.
        </p>
      ) : null}
      {generator.photo.photo || left === 0 ? null : (
        <p className={classes(textStyles['small'], textStyles['mute'])}>{PHOTO_WORDS.deleted}</p>
      )}
    </section>
  )
}
