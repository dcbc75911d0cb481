import { useEffect } from 'react'
import { latePart } from '#web/ui/late-part.tsx'
import pageStyles from '#web/ui/page.module.css'
import type { Generator } from '../use-card-generator.ts'
import { GeneratingPanel } from './generating-panel.tsx'

const ResultPanel = latePart(() => import('./result-panel.tsx'))

export type JobPanelProps = {
  generator: Generator
  /** True if the visitor watched the card being drawn. */
  isWatched: boolean
}

/** A card's progress, then the card. */
export default function JobPanel({ generator, isWatched }: JobPanelProps) {
  const { step } = generator
  const isReady = step.name === 'result'
  // Preloads the result panel while the card is drawn.
  useEffect(() => {
    if (!isReady) ResultPanel.preload()
  }, [isReady])

  if (!isReady) return <GeneratingPanel generator={generator} />
  return (
    <ResultPanel
      key={step.id}
      generation={step.generation}
      card={step.card}
      isNew={isWatched}
      generator={generator}
      instead={<div className={pageStyles['wait']} />}
    />
  )
}
