import { useQuery } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useState } from 'react'
import type { MadeCard } from '#shared/contracts/generations.ts'
import { configQuery } from '#web/data/config.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { buttonLook } from '#web/ui/button.ts'
import { classes } from '#web/ui/classes.ts'
import fieldStyles from '#web/ui/field.module.css'
import { iconLook } from '#web/ui/icon.ts'
import textStyles from '#web/ui/text.module.css'
import { FinishChoice } from '../finish-choice.tsx'
import type { Generator } from '../use-generator.ts'
import styles from './art-choice.module.css'

/** Other art for the same card: in which finish, and how many are left today. */
export function ArtChoice({ card, generator }: { card: MadeCard; generator: Generator }) {
  const { api } = usePlatform()
  const [finish, setFinish] = useState(generator.form.finish)
  const drawn = generator.generation?.finish ?? null
  // Choosing the other finish changes nothing by itself, and drawing costs a card: the button says what it will do.
  const isOther = drawn !== null && (finish === 'photo') !== (drawn === 'photo' || drawn === 'window')
  const left = useQuery(configQuery(api)).data?.generations.left

  return (
    <section className={styles['choice']} aria-labelledby="art-choice">
      <h2 className={fieldStyles['label']} id="art-choice">
        Art
      </h2>
      <FinishChoice chosen={finish} onChange={setFinish} labelledBy="art-choice" />
      <button
        type="button"
        className={buttonLook('full')}
        aria-disabled={left === 0}
        onClick={left === 0 ? undefined : () => void generator.drawAgain(card, finish)}
      >
        <RefreshCw className={iconLook} aria-hidden="true" />
        {isOther ? `Redraw as ${finish}, same stats` : 'New art, same stats'}
        {left === undefined ? null : ` (${left} left)`}
      </button>
      {generator.photo.photo || left === 0 ? null : (
        <p className={classes(textStyles['small'], textStyles['mute'])}>
          Your photo was deleted when the card was drawn: you choose one again for this.
        </p>
      )}
    </section>
  )
}
