import { Pause, Play } from 'lucide-react'
import { useEffect, useState } from 'react'
import { EXAMPLES, type ExampleCard } from '#shared/domain/examples.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { classes } from '#web/ui/classes.ts'
import { buttonLook } from '#web/ui/button.ts'
import chipStyles from '#web/ui/chip.module.css'
import { iconLook } from '#web/ui/icon.ts'
import { ExamplePicture, getSources } from './example-picture.tsx'
import { Stage } from './stage.tsx'
import { useTurns } from './use-turns.ts'
import styles from './example-stage.module.css'

/** Width of the card on the first screen (`generator.module.css`). */
const SIZES = '(min-width: 1600px) and (min-height: 900px) 540px, (min-width: 900px) 370px, 218px'

/** Rotates three sample cards on the stage until the visitor makes one. */
export function ExampleStage({ className }: { className?: string | undefined }) {
  const [areOthersLoaded, setAreOthersLoaded] = useState(false)
  const { turns, isTurning, toggle } = useTurns(areOthersLoaded)
  // Loads the other cards once they are needed. The rotation waits for them.
  useEffect(() => {
    if (isTurning && !areOthersLoaded) loadOthers().then(() => setAreOthersLoaded(true), ignore)
  }, [isTurning, areOthersLoaded])
  // The visible side shows this turn's card. The other side keeps the previous card while it turns away.
  const [front, back] = [getLatestTurn(turns, 0), getLatestTurn(turns, 1)]
  const [first, second, third] = EXAMPLES
  const getCard = (turn: number): ExampleCard => [first, second, third][turn % EXAMPLES.length] ?? first

  return (
    <Stage
      className={classes(styles['stage'], className)}
      deep
      team={getCard(turns).teamColors}
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
          <ExamplePicture card={getCard(front)} sizes={SIZES} first={turns === 0} />
        </div>
        <div aria-hidden={turns % 2 === 0}>
          {turns === 0 ? null : <ExamplePicture card={getCard(back)} sizes={SIZES} />}
        </div>
      </div>
    </Stage>
  )
}

/** Returns the latest turn that shows the front (0) or the back (1). */
const getLatestTurn = (turns: number, side: 0 | 1): number => Math.max(side, turns - ((turns + side) % 2))

/** Decodes all pictures but the first. Rejects if one fails to load. */
const loadOthers = async () =>
  Promise.all(EXAMPLES.slice(1).map((card) => Object.assign(new Image(), getSources(card, SIZES)).decode()))

const ignore = () => {}
