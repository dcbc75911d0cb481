import { lazy, Suspense, useEffect, useState } from 'react'
import { isWaiting } from '#shared/contracts/generations.ts'
import { Page } from '#web/ui/page.tsx'
import { GeneratingPanel } from './generating-panel.tsx'
import { PlayerFormPanel } from './player-form-panel.tsx'
import { RecentCards } from './recent-cards.tsx'
import { type Generator, useGenerator } from './use-generator.ts'

const loadResult = () => import('./result-panel.tsx')
const ResultPanel = lazy(loadResult)

const HERO = 'Your face. Your colors. Your card.'

export default function GeneratorScreen() {
  const generator = useGenerator()
  const { generation, job } = generator
  const shown = shownOf(generator)
  // A card that was drawn while its maker watched is unpacked and takes the focus; one that was there already is not.
  const [watchedId, setWatchedId] = useState<string | null>(null)
  if (shown === 'drawing' && job.id !== watchedId) setWatchedId(job.id)

  // Its part of the app is there before the card is; where it does not come, it is asked for again with the card.
  useEffect(() => {
    if (shown === 'drawing') loadResult().catch(() => {})
  }, [shown])

  if (generation?.card && shown === 'card')
    return (
      // The title is what a waiting tab is known by.
      <Page title="Card ready">
        <Suspense fallback={<div className="page-wait" />}>
          <ResultPanel
            key={generation.id}
            generation={generation}
            card={generation.card}
            isNew={watchedId === generation.id}
            generator={generator}
          />
        </Suspense>
        <RecentCards />
      </Page>
    )
  if (shown === 'drawing')
    return (
      <Page title="Drawing your card">
        <GeneratingPanel generator={generator} />
      </Page>
    )
  if (shown === 'wait')
    return (
      <Page title={HERO} className="page-wait">
        <output className="sr">Looking for your card</output>
      </Page>
    )
  return (
    <Page title={HERO}>
      <PlayerFormPanel generator={generator} />
      <RecentCards />
    </Page>
  )
}

function shownOf({ generation, job }: Generator): 'form' | 'drawing' | 'card' | 'wait' {
  if (job.standing === 'sending' || job.standing === 'arriving') return 'drawing'
  if (job.standing === 'finding') return job.isUnreachable ? 'drawing' : 'wait'
  if (job.standing !== 'known' || !generation) return 'form'
  return isWaiting(generation.state) ? 'drawing' : 'card'
}
