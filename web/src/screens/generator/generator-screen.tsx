import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { RECENT_CARDS } from '#shared/domain/limits.ts'
import { LABELS, WITHOUT_SCRIPTS } from '#shared/domain/messages.ts'
import { CardTile } from '#web/card/card-tile.tsx'
import { LoadFailed } from '#web/card/load-failed.tsx'
import { PictureSkeletons } from '#web/card/picture-skeletons.tsx'
import { cardsQuery } from '#web/data/cards.ts'
import { useHydrated } from '#web/hooks/hydrated.ts'
import { type Memory, PlatformProvider, usePlatform } from '#web/lib/platform.tsx'
import { linkLook } from '#web/ui/button.ts'
import { Empty } from '#web/ui/empty.tsx'
import { HashRule } from '#web/ui/hash-rule.tsx'
import pageStyles from '#web/ui/page.module.css'
import { Page } from '#web/ui/page.tsx'
import textStyles from '#web/ui/text.module.css'
import { latePart } from '#web/ui/late-part.tsx'
import { WithoutScripts } from '#web/ui/without-scripts.tsx'
import { wasPhotoChosen } from './remembered-photo.ts'
import { PlayerFormPanel } from './form/player-form-panel.tsx'
import { LateLeagueLine } from './league/late-league-line.tsx'
import { type CameraControl, useCameraSheet } from './photo/use-camera-sheet.ts'
import { FindingPanel } from './result/finding-panel.tsx'
import { isRemembered } from './remembered-job.ts'
import type { GeneratorStep } from './state/generator-state.ts'
import { type Generator as CardGenerator, useCardGenerator } from './use-card-generator.ts'
import { hasStoredForm } from './use-player-form.ts'
import styles from './generator-screen.module.css'

// Loaded after hydration, because they show only after a press.
const JobPanel = latePart(() => import('./result/job-panel.tsx'))
const PhotoSheets = latePart(() => import('./photo/photo-sheets.tsx'))

const HERO = 'Your face. Your colors. Your card.'

/**
 * The generator with the state stored in this browser. The server cannot read that state, so a returning visitor's
 * generator remounts after hydration; `public/first-paint.js` hides the page until then.
 */
export default function GeneratorScreen() {
  const platform = usePlatform()
  const isHydrated = useHydrated()
  const memory = isHydrated ? platform.memory : NO_MEMORY
  const tabMemory = isHydrated ? platform.tabMemory : NO_MEMORY
  const isReturning = hasStoredForm(memory) || isRemembered(memory) || wasPhotoChosen(tabMemory)
  const [isServed] = useState(!isHydrated)
  const own = useMemo(() => ({ ...platform, memory, tabMemory }), [platform, memory, tabMemory])
  return (
    <PlatformProvider platform={own}>
      <Generator key={isServed && isReturning ? 'kept' : 'served'} />
    </PlatformProvider>
  )
}

const NO_MEMORY: Memory = { get: () => null, set: () => {} }

function Generator() {
  const generator = useCardGenerator()
  const camera = useCameraSheet()
  const { id } = generator
  const isDrawing = isWaitingStep(generator.step)
  // A card's heading takes the focus only if the visitor watched it being drawn.
  const [watchedId, setWatchedId] = useState<string | null>(null)
  if (isDrawing && id !== watchedId) setWatchedId(id)

  useEffect(() => JobPanel.preload(), [])

  return (
    <>
      {generator.league === null ? null : <LateLeagueLine code={generator.league} generator={generator} />}
      <GeneratorContent isDrawing={isDrawing} generator={generator} camera={camera} isWatched={watchedId === id} />
      <PhotoSheets generator={generator} camera={camera} instead={null} />
    </>
  )
}

type GeneratorContentProps = {
  isDrawing: boolean
  generator: CardGenerator
  camera: CameraControl
  /** True if the visitor watched the card being drawn. */
  isWatched: boolean
}

function GeneratorContent({ isDrawing, generator, camera, isWatched }: GeneratorContentProps) {
  const { step } = generator
  if (step.name === 'result')
    return (
      // The title tells a visitor in another tab that the card is ready.
      <Page title="Card ready">
        <JobPanel {...{ generator, isWatched }} instead={<div className={pageStyles['wait']} />} />
        <RecentCards />
      </Page>
    )
  if (step.name === 'form')
    return (
      <Page title={HERO}>
        <WithoutScripts>Turn a selfie into a fantasy football trading card. {WITHOUT_SCRIPTS.script}</WithoutScripts>
        <PlayerFormPanel step={step} generator={generator} camera={camera} />
        <RecentCards />
      </Page>
    )
  if (isDrawing)
    return (
      <Page title="Drawing your card">
        <JobPanel {...{ generator, isWatched }} instead={<FindingPanel />} />
      </Page>
    )
  return (
    <Page title="Looking for your card">
      <FindingPanel />
    </Page>
  )
}

/** True while the visitor waits for a card. If the server is unreachable, the wait has a Cancel button. */
function isWaitingStep(step: GeneratorStep): boolean {
  if (step.name === 'finding') return step.isUnreachable
  return step.name === 'sending' || step.name === 'arriving' || step.name === 'drawing'
}

/** The newest public cards. */
function RecentCards() {
  const { api } = usePlatform()
  const { data: cards = [], isPending, isError, refetch } = useQuery(cardsQuery(api, 'recent'))

  return (
    <section className={styles['wall']} aria-labelledby="recent-cards">
      <div className={styles['head']}>
        <h2 className={textStyles['heading']} id="recent-cards">
          {LABELS.recentlyGenerated}
        </h2>
        <Link className={linkLook} to="/hall-of-fame">
          Hall of Fame
        </Link>
      </div>
      <HashRule />
      {isPending ? <PictureSkeletons count={RECENT_CARDS} label={LABELS.loadingGallery} /> : null}
      {isError ? <LoadFailed onRetry={refetch} /> : null}
      {cards.length > 0 ? (
        <ol>
          {cards.map((card) => (
            <li key={card.id}>
              <CardTile card={card} sizes="(min-width: 900px) 12vw, (min-width: 600px) 24vw, 40vw" />
            </li>
          ))}
        </ol>
      ) : null}
      {!isPending && !isError && cards.length === 0 ? (
        <Empty title={LABELS.noCards}>
          <p className={textStyles['mute']}>Be the first.</p>
        </Empty>
      ) : null}
      <p className={styles['league']}>
        <Link className={linkLook} to="/league">
          Playing in a league? Get one link for all of you.
        </Link>
      </p>
    </section>
  )
}
