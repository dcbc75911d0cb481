import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useLayoutEffect } from 'react'
import { generationQuery } from '#web/data/generations.ts'
import { loadWatch } from '#web/data/load-watch.ts'
import { isMissing } from '#web/lib/failure.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { type GeneratorEvent, type GeneratorStep, getJobId } from './state/generator-state.ts'

/** Reports the state of the current generation to the reducer, from pushes and polls. */
export function useJobReports(step: GeneratorStep, dispatch: (event: GeneratorEvent) => void) {
  const platform = usePlatform()
  const { now } = platform
  const cache = useQueryClient()
  const id = getJobId(step)
  const { data, error } = useQuery({
    ...generationQuery(platform, id ?? '', { mayArrive: step.name === 'arriving' }),
    enabled: id !== null && step.name !== 'sending',
  })
  // A layout effect, so that a cached card never flashes the search page first. It depends on the whole step, because
  // batched events can leave the id as it was. Reports are idempotent, so it settles.
  useLayoutEffect(() => {
    const id = getJobId(step)
    if (id === null) return
    if (isMissing(error)) dispatch({ type: 'generationMissing', id, at: now() })
    else if (data) dispatch({ type: 'generationReported', generation: data, isUnreachable: error !== null })
    else if (error) dispatch({ type: 'serverUnreachable', id, at: now() })
  }, [step, data, error, now, dispatch])

  // Drawing starts as soon as the form arrives, so progress may be pushed before the form's response.
  const watchedId = step.name === 'sending' || step.name === 'drawing' ? step.id : null
  useEffect(() => {
    if (watchedId === null) return
    const controller = new AbortController()
    void loadWatch({ kind: 'job', id: watchedId }, { platform, cache, signal: controller.signal })
    return () => controller.abort()
  }, [watchedId, platform, cache])
}
