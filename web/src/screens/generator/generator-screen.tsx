import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState } from 'react'
import { Link } from 'react-router-dom'
import { isWaiting } from '#shared/contracts/generation-states.ts'
import { RECENT_CARDS } from '#shared/domain/limits.ts'
import { LABELS, WITHOUT_SCRIPTS } from '#shared/domain/messages.ts'
import { CardTile } from '#web/card/card-tile.tsx'
import { LoadFailed } from '#web/card/load-failed.tsx'
import { PictureSkeletons } from '#web/card/picture-skeletons.tsx'
import { cardsQuery } from '#web/data/cards.ts'
import { useHydrated } from '#web/lib/hydrated.ts'
import { type Memory, PlatformProvider, usePlatform } from '#web/lib/platform.tsx'
import { linkLook } from '#web/ui/button.ts'
import { Empty } from '#web/ui/empty.tsx'
import { HashRule } from '#web/ui/hash-rule.tsx'
import pageStyles from '#web/ui/page.module.css'
import { Page } from '#web/ui/page.tsx'
import textStyles from '#web/ui/text.module.css'
import { WithoutScripts } from '#web/ui/without-scripts.tsx'
import { PlayerFormPanel } from './form/player-form-panel.tsx'
import { type CameraControl, PhotoSheets, useCameraSheet } from './photo/photo-sheets.tsx'
import { FindingPanel, GeneratingPanel } from './result/generating-panel.tsx'
import { type Generator as CardGenerator, useGenerator } from './use-generator.ts'
import { ID_KEY } from './use-job.ts'
import { isFormKept } from './use-player-form.ts'
import styles from './generator-screen.module.css'

const loadResult = () => import('./result/result-panel.tsx')
const ResultPanel = lazy(loadResult)

const HERO = 'Your face. Your colors. Your card.'

/**
 * The generator with what this browser keeps of it. The server knows nothing of that, so a returning visitor's generator
 * begins again once the served one is hydrated; `public/first-paint.js` hides the page until then.
 */
export default function GeneratorScreen() {
  const platform = usePlatform()
  const isHydrated = useHydrated()
  const memory = isHydrated ? platform.memory : NO_MEMORY
  const isReturning = isFormKept(memory) || memory.get(ID_KEY) !== null
  const [isServed] = useState(!isHydrated)
  return (
    <PlatformProvider platform={{ ...platform, memory }}>
      <Generator key={isServed && isReturning ? 'kept' : 'served'} />
    </PlatformProvider>
  )
}

const NO_MEMORY: Memory = { get: () => null, set: () => {} }

function Generator() {
  const generator = useGenerator()
  const camera = useCameraSheet()
  const { job } = generator
  const shown = shownOf(generator)
  // A card that was drawn while its maker watched is unpacked and takes the focus; one that was there already is not.
  const [watchedId, setWatchedId] = useState<string | null>(null)
  if (shown === 'drawing' && job.id !== watchedId) setWatchedId(job.id)

  // Its part of the app is there before the card is; where it does not come, it is asked for again with the card.
  useEffect(() => {
    if (shown === 'drawing') loadResult().catch(() => {})
  }, [shown])

  return (
    <>
      <Shown what={shown} generator={generator} camera={camera} isWatched={watchedId === job.id} />
      <PhotoSheets generator={generator} camera={camera} />
    </>
  )
}

type ShownProps = {
  what: ReturnType<typeof shownOf>
  generator: CardGenerator
  camera: CameraControl
  /** Its maker has seen it being drawn. */
  isWatched: boolean
}

function Shown({ what, generator, camera, isWatched }: ShownProps) {
  const { generation } = generator
  if (generation?.card && what === 'card')
    return (
      // The title is what a waiting tab is known by.
      <Page title="Card ready">
        <Suspense fallback={<div className={pageStyles['wait']} />}>
          <ResultPanel
            key={generation.id}
            generation={generation}
            card={generation.card}
            isNew={isWatched}
            generator={generator}
          />
        </Suspense>
        <RecentCards />
      </Page>
    )
  if (what === 'drawing')
    return (
      <Page title="Drawing your card">
        <GeneratingPanel generator={generator} />
      </Page>
    )
  if (what === 'finding')
    return (
      <Page title="Looking for your card">
        <FindingPanel />
      </Page>
    )
  return (
    <Page title={HERO}>
      <WithoutScripts>Turn a selfie into a fantasy football trading card. {WITHOUT_SCRIPTS.making}</WithoutScripts>
      <PlayerFormPanel generator={generator} camera={camera} />
      <RecentCards />
    </Page>
  )
}

function shownOf({ generation, job }: CardGenerator): 'form' | 'drawing' | 'card' | 'finding' {
  if (job.standing === 'sending' || job.standing === 'arriving') return 'drawing'
  if (job.standing === 'finding') return job.isUnreachable ? 'drawing' : 'finding'
  if (!generation) return 'form'
  return isWaiting(generation.state) ? 'drawing' : 'card'
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
        <Empty says="No cards yet.">
          <p className={textStyles['mute']}>Yours can be the first on this wall.</p>
        </Empty>
      ) : null}
    </section>
  )
}
