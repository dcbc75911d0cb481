import { ChevronDown, Pencil, Shirt, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { MadeCard } from '#shared/contracts/generations.ts'
import { EDIT_TOOLS_ID } from '#web/card/owner/edit-link.tsx'
import { useSheet } from '#web/hooks/use-sheet.ts'
import { buttonLook } from '#web/ui/button.ts'
import { classes } from '#web/ui/classes.ts'
import { iconLook } from '#web/ui/icon.ts'
import { lateSheet } from '#web/ui/late-sheet.tsx'
import textStyles from '#web/ui/text.module.css'
import type { Generator } from '../use-card-generator.ts'
import { ArtChoice } from './art-choice.tsx'
import { type Adjust, AdjustButton } from './photo-notices.tsx'
import { PoseButtons } from './pose-button.tsx'
import styles from './edit-tools.module.css'

const RenameSheet = lateSheet(() => import('#web/card/owner/rename-sheet.tsx'))

type EditToolsProps = { card: MadeCard; generator: Generator; adjust: Adjust | null }

/** The id of the card whose tools are open. They stay open during a redraw. */
let openCardId: string | null = null

/** The collapsed tools that change a finished card. */
export function EditTools({ card, generator, adjust }: EditToolsProps) {
  const renaming = useSheet()
  const { hash } = useLocation()
  const [isLinked] = useState(hash === `#${EDIT_TOOLS_ID}`)
  const [isOpen, setIsOpen] = useState(isLinked || openCardId === card.id)
  const tools = useRef<HTMLDetailsElement>(null)
  // The result loads after the page, so neither the page nor the browser finds a link's target.
  useEffect(() => {
    if (!isLinked) return
    tools.current?.scrollIntoView?.({ block: 'start' })
    tools.current?.querySelector('summary')?.focus({ preventScroll: true })
  }, [isLinked])
  return (
    <details
      className={styles['edit']}
      id={EDIT_TOOLS_ID}
      ref={tools}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        openCardId = currentTarget.open ? card.id : null
        setIsOpen(currentTarget.open)
        if (currentTarget.open && !isOpen) currentTarget.scrollIntoView?.({ block: 'nearest' })
      }}
    >
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
        {card.visibility === 'public' ? (
          <p className={classes(textStyles['small'], textStyles['mute'])}>
            The card in the Hall stays as it is. What you change below makes another one.
          </p>
        ) : null}
        <button type="button" className={buttonLook('full')} onClick={() => generator.changeSetup(card)}>
          <Shirt className={iconLook} aria-hidden="true" />
          Change team, number or gear
        </button>
        {adjust ? <AdjustButton adjust={adjust} className={buttonLook('full')} /> : null}
        <PoseButtons card={card} generator={generator} />
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
