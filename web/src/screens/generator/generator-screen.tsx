import { lazy, Suspense, useEffect, useState } from 'react'
import { isWaiting } from '#shared/contracts/generations.ts'
import { Page } from '#web/ui/page.tsx'
import { FindingPanel, GeneratingPanel } from './result/generating-panel.tsx'
import { type CameraControl, PhotoSheets, useCameraSheet } from './photo/photo-sheets.tsx'
import { PlayerFormPanel } from './form/player-form-panel.tsx'
import { RecentCards } from './recent-cards.tsx'
import { type Generator, useGenerator } from './use-generator.ts'

const loadResult = () => import('./result/result-panel.tsx')
const ResultPanel = lazy(loadResult)

const HERO = 'Your face. Your colors. Your card.'

export default function GeneratorScreen() {
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
  generator: Generator
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
        <Suspense fallback={<div className="page-wait" />}>
          <ResultPanel
            key={generation.id}
            generation={generation}
            card={generation.card}
            isNew={isWatched}
            isSealed={isWatched || generator.job.isUnopened}
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
      <PlayerFormPanel generator={generator} camera={camera} />
      <RecentCards />
    </Page>
  )
}

function shownOf({ generation, job }: Generator): 'form' | 'drawing' | 'card' | 'finding' {
  if (job.standing === 'sending' || job.standing === 'arriving') return 'drawing'
  if (job.standing === 'finding') return job.isUnreachable ? 'drawing' : 'finding'
  if (job.standing !== 'known' || !generation) return 'form'
  return isWaiting(generation.state) ? 'drawing' : 'card'
}
