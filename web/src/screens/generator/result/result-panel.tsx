import { Pencil, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Generation, MadeCard } from '#shared/contracts/generations.ts'
import { SUCCESS } from '#shared/domain/messages.ts'
import { overallOf, STATS } from '#shared/domain/stats.ts'
import { FlipButton, FlipCard } from '#web/card/flip-card.tsx'
import { PhoneTiltButton } from '#web/card/phone-tilt-button.tsx'
import { Stage } from '#web/card/stage.tsx'
import { Overall, Score, StatRows } from '#web/card/stat-rows.tsx'
import { inTeam } from '#web/card/team-scope.ts'
import { TiltSwitch, useTilt } from '#web/card/tilt-switch.tsx'
import { useGenerationCalls } from '#web/data/generations.ts'
import { classes } from '#web/ui/classes.ts'
import generatorStyles from '#web/screens/generator/generator.module.css'
import { useSheet } from '#web/hooks/use-sheet.ts'
import { ShareActions } from '#web/share/share-actions.tsx'
import { buttonLook, linkLook } from '#web/ui/button.ts'
import { iconLook } from '#web/ui/icon.ts'
import { fetchEarly, lateSheet } from '#web/ui/late-sheet.tsx'
import textStyles from '#web/ui/text.module.css'
import type { Generator } from '../use-card-generator.ts'
import { ArtChoice } from './art-choice.tsx'
import { celebrate } from './confetti.ts'
import { AdjustButton, PhotoNotices, useAdjust, useNotices } from './photo-notices.tsx'
import { Reveal, useReveal } from './reveal.tsx'
import { SoundSwitch, useSound } from './sound-switch.tsx'
import styles from './result-panel.module.css'

const loadStatsSheet = () => import('./stats-sheet.tsx')
const StatsSheet = lateSheet(loadStatsSheet)
const RenameSheet = lateSheet(() => import('#web/card/owner/rename-sheet.tsx'))

/** It keeps its room: nothing below moves when the pack is opened. */
const UNSEEN = { visibility: 'hidden' } as const

type ResultPanelProps = { generation: Generation; card: MadeCard; generator: Generator } & {
  /** Its maker has seen it being drawn: it takes the focus. */
  isNew: boolean
}

/** The card that was made, and everything that can be done with it. */
export default function ResultPanel({ generation, card, isNew, generator }: ResultPanelProps) {
  const [sheet, setSheet] = useState<'never' | 'open' | 'closed'>('never')
  const renaming = useSheet()
  const [isBack, setIsBack] = useState(false)
  const tilt = useTilt()
  const flip = () => setIsBack(!isBack)
  const heading = useRef<HTMLHeadingElement>(null)
  const reveal = useReveal(generation.id, isNew || generator.isKept)
  const isSealed = reveal.state === 'sealed'
  const sound = useSound()
  const notices = useNotices(generation)
  const adjust = useAdjust(generation, card, generator)

  useEffect(() => {
    if (!isNew) return
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [isNew])

  // The button that was pressed is gone.
  function keep() {
    notices.keep()
    heading.current?.focus({ preventScroll: true })
  }

  // The button that opened the pack is gone, and what it led to stands below the heading.
  function open(how: () => void) {
    how()
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
    celebrate(card).catch(() => {})
  }

  function tear() {
    sound.playPack()
    open(reveal.tear)
  }

  return (
    <div className={generatorStyles['page']} {...inTeam(card.teamColors)}>
      <div className={styles['head']}>
        <h1
          className={textStyles['title']}
          tabIndex={-1}
          ref={heading}
          aria-describedby={notices.words && !isSealed ? 'photo-notices' : undefined}
        >
          {SUCCESS.cardReady}
        </h1>
      </div>
      <Stage
        className={classes(generatorStyles['stage'], generatorStyles['big'])}
        team={card.teamColors}
        still={!tilt.isOn}
        deep
      >
        <Reveal card={card} reveal={{ ...reveal, tear }}>
          <FlipCard card={card} isBack={isBack} onFlip={flip} />
        </Reveal>
      </Stage>
      {isSealed ? (
        <div className={styles['unpack']} data-edge="pack">
          <p className={textStyles['mute']}>Your card and its {STATS.length} stats are inside.</p>
          <button type="button" className={buttonLook('primary')} onClick={tear}>
            Open your pack
          </button>
          <button type="button" className={buttonLook()} onClick={() => open(reveal.skip)}>
            Skip
          </button>
          <SoundSwitch sound={sound} />
        </div>
      ) : (
        // An element of its own: the one before would have moved.
        <div key="turns" className={styles['turns']}>
          <FlipButton isBack={isBack} onFlip={flip} />
          <TiltSwitch tilt={tilt} />
        </div>
      )}
      <div className={styles['body']} inert={isSealed} style={isSealed ? UNSEEN : undefined}>
        {notices.words ? <PhotoNotices words={notices.words} onKeep={keep} adjust={adjust} /> : null}
        <ResultActions generation={generation} card={card} onAnother={generator.startOver} />
        <Score>
          <Overall value={overallOf(card.stats)} tier={card.tier}>
            {/* What is in the Hall stays as it was saved. */}
            {card.visibility === 'public' ? null : (
              <button
                type="button"
                className={buttonLook()}
                aria-haspopup="dialog"
                onClick={() => setSheet('open')}
                onPointerEnter={fetchEarly(loadStatsSheet)}
              >
                <Pencil className={iconLook} aria-hidden="true" />
                Edit stats
              </button>
            )}
          </Overall>
          <StatRows stats={card.stats} />
        </Score>
        {tilt.isOn ? <PhoneTiltButton /> : null}
        <ArtChoice card={card} generator={generator} />
        <div className={styles['more']}>
          {adjust && generator.hasCardPhoto && !notices.words ? (
            <AdjustButton adjust={adjust} className={linkLook} />
          ) : null}
          <button type="button" className={linkLook} aria-haspopup="dialog" onClick={renaming.open}>
            <Pencil className={iconLook} aria-hidden="true" />
            Change nickname
          </button>
          {generator.before ? (
            <button type="button" className={linkLook} onClick={generator.undo}>
              <Undo2 className={iconLook} aria-hidden="true" />
              Back to the art before
            </button>
          ) : null}
        </div>
      </div>
      {renaming.times === 0 ? null : (
        <RenameSheet key={renaming.times} card={card} open={renaming.isOpen} onClose={renaming.close} />
      )}
      {sheet === 'never' ? null : (
        <StatsSheet open={sheet === 'open'} onClose={() => setSheet('closed')} id={generation.id} card={card} />
      )}
    </div>
  )
}

type ResultActionsProps = { generation: Generation; card: MadeCard; onAnother: () => void }

/** What can be done with a finished card. Only its maker sees this page. */
function ResultActions({ generation, card, onAnother }: ResultActionsProps) {
  const { learn } = useGenerationCalls()
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
