import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Analytics } from '#shared/client/analytics.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { configQuery } from './config.ts'
import { tellDeeds } from './deeds.ts'

export type OpenAnalytics = (projectId: string) => Promise<Pick<Analytics, 'start' | 'log'>>

/** Counts pages and what is done on them, for as long as the app is shown. @param open must stay the same */
export function useCounting(open: OpenAnalytics): void {
  const { api } = usePlatform()
  const cache = useQueryClient()
  const projectId = useQuery(configQuery(api)).data?.projectId

  useEffect(() => {
    if (projectId === undefined) return
    let stops: (() => void)[] | null = []
    open(projectId).then(
      (analytics) => stops?.push(analytics.start(), tellDeeds(cache, analytics.log)),
      // A file that cannot be had now: this page is not counted.
      () => {},
    )
    return () => {
      for (const stop of stops ?? []) stop()
      stops = null
    }
  }, [open, projectId, cache])
}
