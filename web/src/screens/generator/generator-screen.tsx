import { useState } from 'react'
import { isWaiting } from '#shared/contracts/generations.ts'
import { SUCCESS } from '#shared/domain/messages.ts'
import { Page } from '#web/ui/page.tsx'
import { GeneratingPanel } from './generating-panel.tsx'
import { PlayerFormPanel } from './player-form-panel.tsx'
import { RecentCards } from './recent-cards.tsx'
import { ResultPanel } from './result-panel.tsx'
import { useGenerator } from './use-generator.ts'

const HERO = 'Your face. Your colors. Your card.'

export default function GeneratorScreen() {
  const generator = useGenerator()
  const { generation, isSending, startedAt, form } = generator
  const card = generation?.state === 'ready' ? generation.card : null
  const isBusy = isSending || (generation !== undefined && isWaiting(generation.state))
  // A card that was drawn while its maker watched takes the focus; one that was there already does not.
  const [hasWatched, setHasWatched] = useState(false)
  if (isBusy && !hasWatched) setHasWatched(true)

  if (generation && card)
    return (
      <Page title={SUCCESS.cardReady}>
        <ResultPanel generation={generation} card={card} takesFocus={hasWatched} onNew={generator.startOver} />
        <RecentCards />
      </Page>
    )
  if (isBusy)
    return (
      <Page title="Drawing your card">
        <GeneratingPanel form={form} generation={generation} startedAt={startedAt} onCancel={generator.cancel} />
      </Page>
    )
  return (
    <Page title={HERO}>
      <PlayerFormPanel generator={generator} />
      <RecentCards />
    </Page>
  )
}
