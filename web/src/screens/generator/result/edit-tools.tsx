import { ChevronDown, Pencil, Shirt, Undo2 } from 'lucide-react'
import type { MadeCard } from '#shared/contracts/generations.ts'
import { useSheet } from '#web/hooks/use-sheet.ts'
import { buttonLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import { lateSheet } from '#web/ui/late-sheet.tsx'
import type { Generator } from '../use-card-generator.ts'
import { ArtChoice } from './art-choice.tsx'
import { type Adjust, AdjustButton } from './photo-notices.tsx'
import { PoseButton } from './pose-button.tsx'
import styles from './edit-tools.module.css'

const RenameSheet = lateSheet(() => import('#web/card/owner/rename-sheet.tsx'))

type EditToolsProps = { card: MadeCard; generator: Generator; adjust: Adjust | null }

/** Everything that changes a finished card, folded away. */
export function EditTools({ card, generator, adjust }: EditToolsProps) {
  const renaming = useSheet()
  return (
    <details className={styles['edit']}>
      <summary className={buttonLook('full')}>
        <Pencil className={iconLook} aria-hidden="true" />
        Edit card
        <ChevronDown className={iconLook} aria-hidden="true" />
      </summary>
      <div className={styles['tools']}>
        <button type="button" className={buttonLook('full')} aria-haspopup="dialog" onClick={renaming.open}>
          <Pencil className={iconLook} aria-hidden="true" />
          Change nickname
        </button>
        <button type="button" className={buttonLook('full')} onClick={() => generator.changeSetup(card)}>
          <Shirt className={iconLook} aria-hidden="true" />
          Change team, number or gear
        </button>
        {adjust ? <AdjustButton adjust={adjust} className={buttonLook('full')} /> : null}
        <PoseButton card={card} generator={generator} />
        {generator.before ? (
          <button type="button" className={buttonLook('full')} onClick={generator.undo}>
            <Undo2 className={iconLook} aria-hidden="true" />
            Undo: previous art
          </button>
        ) : null}
        <ArtChoice card={card} generator={generator} />
      </div>
      {renaming.times === 0 ? null : (
        <RenameSheet key={renaming.times} card={card} open={renaming.isOpen} onClose={renaming.close} />
      )}
    </details>
  )
}
