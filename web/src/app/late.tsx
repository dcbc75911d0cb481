import { type OpenAnalytics, useCounting } from '#web/data/counting.ts'
import Toaster from '#web/ui/toaster.tsx'

const open: OpenAnalytics = async (projectId) =>
  (await import('#web/lib/backend/analytics.ts')).openAnalytics(projectId)

/** Loaded lazily, once the page is shown: the place for toasts, and counting. */
export default function Late() {
  useCounting(open)
  return <Toaster />
}
