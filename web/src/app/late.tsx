import { useEffect } from 'react'
import { type OpenAnalytics, useCounting } from '#web/data/counting.ts'
import { loadAnswers } from '#web/lib/api.ts'
import Toaster from '#web/ui/toaster.tsx'

const open: OpenAnalytics = async (projectId) =>
  (await import('#web/lib/backend/analytics.ts')).openAnalytics(projectId)

/** Loaded lazily, once the page is shown: the place for toasts, counting, and what reads the answers to come. */
export default function Late() {
  useCounting(open)
  useEffect(() => void loadAnswers().catch(() => {}), [])
  return <Toaster />
}
