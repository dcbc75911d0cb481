import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { Analytics } from '#shared/client/analytics.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { configQuery } from './config.ts'
import { logProductEvents } from './product-events.ts'

export type OpenAnalytics = (projectId: string) => Promise<Pick<Analytics, 'start' | 'log'>>

/** Logs page views and product events while the app is mounted. @param open must be stable */
export function useCounting(open: OpenAnalytics): void {
  const { api } = usePlatform()
  const cache = useQueryClient()
  const projectId = useQuery(configQuery(api)).data?.projectId

  useEffect(() => {
    if (projectId === undefined) return
    let stops: (() => void)[] | null = []
    open(projectId).then(
      (analytics) => stops?.push(analytics.start(), logProductEvents(cache, analytics.log)),
      // If analytics fails to load, this page is not counted.
      () => {},
    )
    return () => {
      for (const stop of stops ?? []) stop()
      stops = null
    }
  }, [open, projectId, cache])
}
