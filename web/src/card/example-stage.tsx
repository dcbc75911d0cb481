import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { EXAMPLES, type ExampleCard } from '#shared/domain/examples.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { classes } from '#web/ui/classes.ts'
import { buttonLook } from '#web/ui/button.ts'
import chipStyles from '#web/ui/chip.module.css'
import { iconLook } from '#web/ui/icon.ts'
import { ExamplePicture, sourcesOf } from './example-picture.tsx'
import { Stage } from './stage.tsx'
import { useTurns } from './use-turns.ts'
import styles from './example-stage.module.css'

/** How wide the card stands on the first screen (`generator.module.css`). */
const SIZES = '(min-width: 1600px) and (min-height: 900px) 540px, (min-width: 900px) 370px, 218px'

/** Three finished cards that take turns on the stage before the visitor has made one. */
export function ExampleStage({ className }: { className?: string | undefined }) {
  const [areOthersHere, setAreOthersHere] = useState(false)
  const { turns, isTurning, toggle } = useTurns(areOthersHere)
  // Fetched when they are wanted: nothing is turned to that would have to be waited for.
  useEffect(() => {
    if (isTurning && !areOthersHere) fetchOthers().then(() => setAreOthersHere(true), ignore)
  }, [isTurning, areOthersHere])
  // The side in sight shows the card of this turn; the other one keeps that of the turn before while it goes.
  const [front, back] = [lastLike(turns, 0), lastLike(turns, 1)]
  const [first, second, third] = EXAMPLES
  const cardOf = (turn: number): ExampleCard => [first, second, third][turn % EXAMPLES.length] ?? first

  return (
    <Stage
      className={classes(styles['stage'], className)}
      deep
      team={cardOf(turns).teamColors}
      aside={
        <div className={styles['bar']}>
          <span className={chipStyles['chip']}>{LABELS.example}</span>
          <button type="button" className={buttonLook('quiet')} onClick={toggle}>
            {isTurning ? (
              <Pause className={iconLook} aria-hidden="true" />
            ) : (
              <Play className={iconLook} aria-hidden="true" />
            )}
            {isTurning ? 'Pause' : 'Play'}
          </button>
        </div>
      }
    >
      <div className={styles['deck']} style={turns === 0 ? undefined : { transform: `rotateY(${turns * 180}deg)` }}>
        <div aria-hidden={turns % 2 === 1}>
          <ExamplePicture card={cardOf(front)} sizes={SIZES} first={turns === 0} />
        </div>
        <div aria-hidden={turns % 2 === 0}>
          {turns === 0 ? null : <ExamplePicture card={cardOf(back)} sizes={SIZES} />}
        </div>
      </div>
    </Stage>
  )
}

/** The latest turn that shows the front (0) or the back (1). */
const lastLike = (turns: number, side: 0 | 1): number => Math.max(side, turns - ((turns + side) % 2))

/** Resolves when all but the first can be shown without a wait; rejects when one of them cannot be had. */
const fetchOthers = async () =>
  Promise.all(EXAMPLES.slice(1).map((card) => Object.assign(new Image(), sourcesOf(card, SIZES)).decode()))

const ignore = () => {}
