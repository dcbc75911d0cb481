import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import type { Generation, MadeCard } from '#shared/contracts/generations.ts'
import { SUCCESS } from '#shared/domain/messages.ts'
import { FlipButton, FlipCard } from '#web/card/flip-card.tsx'
import { Stage } from '#web/card/stage.tsx'
import { teamAttribute } from '#web/card/team-scope.ts'
import { TiltSwitch, useTilt } from '#web/card/tilt-switch.tsx'
import { useGenerationCalls } from '#web/data/generations.ts'
import { ShareActions } from '#web/share/share-actions.tsx'
import { linkLook } from '#web/ui/button.ts'
import textStyles from '#web/ui/text.module.css'
import type { Generator } from '../use-card-generator.ts'
import { celebrate } from './confetti.ts'
import { EditTools } from './edit-tools.tsx'
import { PhotoNotice, useAdjust, useNotice } from './photo-notices.tsx'
import { ResultStats } from './result-stats.tsx'
import { FoiledCard, useReveal } from './reveal.tsx'
import styles from './result-panel.module.css'

export type ResultPanelProps = {
  generation: Generation
  card: MadeCard
  generator: Generator
  /** True if the visitor watched it being drawn, so its heading takes the focus. */
  isNew: boolean
}

/** A finished card with all its actions. */
export default function ResultPanel({ generation, card, isNew, generator }: ResultPanelProps) {
  const [isBack, setIsBack] = useState(false)
  const tilt = useTilt()
  const flip = () => setIsBack(!isBack)
  const heading = useRef<HTMLHeadingElement>(null)
  const picture = useRef<HTMLDivElement>(null)
  const reveal = useReveal(generation.id, isNew || generator.isRemembered)
  const isLeaving = reveal.state === 'leaving'
  const notice = useNotice(generation)
  const adjust = useAdjust(generation, card, generator)

  useEffect(() => {
    if (!isNew) return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [isNew])

  const { tier, teamColors } = card
  useEffect(() => {
    if (isLeaving && picture.current) celebrate({ tier, teamColors }, picture.current).catch(() => {})
    // oxlint-disable-next-line react/exhaustive-deps -- an edit of the card is not celebrated again
  }, [isLeaving])

  // Moves the focus, because the pressed button is gone.
  function keep() {
    notice.keep()
    heading.current?.focus({ preventScroll: true })
  }

  return (
    <div className={styles['panel']} {...teamAttribute(card.teamColors)}>
      <div className={styles['head']}>
        <h1
          className={textStyles['title']}
          tabIndex={-1}
          ref={heading}
          aria-describedby={notice.words ? 'photo-notice' : undefined}
        >
          {SUCCESS.cardReady}
        </h1>
        {notice.words ? <PhotoNotice words={notice.words} onKeep={keep} adjust={adjust} /> : null}
      </div>
      <Stage
        className={styles['stage']}
        team={card.teamColors}
        still={!tilt.isOn}
        // The light would give the tier away under the foil.
        isLegend={card.tier === 'Legend' && reveal.state === 'over'}
        deep
      >
        <div ref={picture} className={styles['picture']}>
          <FoiledCard card={card} reveal={reveal}>
            <FlipCard card={card} isBack={isBack} onFlip={flip} />
          </FoiledCard>
        </div>
      </Stage>
      <div className={styles['turns']}>
        <FlipButton isBack={isBack} onFlip={flip} />
        <TiltSwitch tilt={tilt} />
      </div>
      <div className={styles['body']}>
        <ResultActions generation={generation} card={card} onAnother={generator.startOver} />
        <ResultStats generation={generation} card={card} reveal={reveal} />
        {card.hidden ? null : <EditTools card={card} generator={generator} adjust={notice.words ? null : adjust} />}
      </div>
    </div>
  )
}

type ResultActionsProps = { generation: Generation; card: MadeCard; onAnother: () => void }

/** Saving and sharing a finished card. Only its maker sees this page. */
function ResultActions({ generation, card, onAnother }: ResultActionsProps) {
  const { learn } = useGenerationCalls()
  if (card.hidden)
    return (
      <div>
        <p>Hidden after reports. Right now only you can see this card.</p>
        <Link className={linkLook} to={`/card/${card.id}`}>
          What happens next
        </Link>
      </div>
    )
  return (
    <ShareActions
      card={card}
      place="result"
      mine
      onAnother={onAnother}
      onVisibility={(visibility) => learn({ ...generation, card: { ...card, visibility } })}
    />
  )
}
