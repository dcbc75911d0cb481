import { useEffect } from 'react'
import { type OpenAnalytics, useCounting } from '#web/data/counting.ts'
import { loadAnswers } from '#web/lib/api.ts'
import { loadHall } from './screens.ts'
import Toaster from '#web/ui/toaster.tsx'

const open: OpenAnalytics = async (projectId) =>
  (await import('#web/lib/backend/analytics.ts')).openAnalytics(projectId)

/** Loaded lazily, once the page is shown: toasts, counting, the schemas of answers, and the Hall for a visit offline. */
export default function Late() {
  useCounting(open)
  useEffect(() => {
    loadAnswers().catch(() => {})
    loadHall().catch(() => {})
  }, [])
  return <Toaster />
}
