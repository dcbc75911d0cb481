import { type ComponentType, createElement, lazy, Suspense, useEffect, useState } from 'react'
import pageStyles from '#web/ui/page.module.css'
import type { Generator } from '../use-card-generator.ts'
import { GeneratingPanel } from './generating-panel.tsx'
import type { ResultPanelProps } from './result-panel.tsx'

let LoadedPanel: ComponentType<ResultPanelProps> | null = null
async function loadResult() {
  const part = await import('./result-panel.tsx')
  LoadedPanel = part.default
  return part
}
const LazyPanel = lazy(loadResult)

/** Renders a preloaded panel immediately. A lazy one would briefly show its fallback. */
function ResultPanel(props: ResultPanelProps) {
  const [Panel] = useState<ComponentType<ResultPanelProps>>(() => LoadedPanel ?? LazyPanel)
  return createElement(Panel, props)
}

export type JobPanelProps = {
  generator: Generator
  /** True if the visitor watched the card being drawn. */
  isWatched: boolean
}

/** A card's progress, then the card. */
export default function JobPanel({ generator, isWatched }: JobPanelProps) {
  const { step } = generator
  const isReady = step.name === 'result'
  // Preloads the result panel while the card is drawn. If that fails, rendering retries.
  useEffect(() => {
    if (!isReady) loadResult().catch(() => {})
  }, [isReady])

  if (!isReady) return <GeneratingPanel generator={generator} />
  return (
    <Suspense fallback={<div className={pageStyles['wait']} />}>
      <ResultPanel
        key={step.id}
        generation={step.generation}
        card={step.card}
        isNew={isWatched}
        generator={generator}
      />
    </Suspense>
  )
}
