import { useEffect } from 'react'
import { type OpenAnalytics, useCounting } from '#web/data/counting.ts'
import { loadResponseParsers } from '#web/lib/api.ts'
import { loadMenuScreens } from './screens.ts'
import Toaster from '#web/ui/toaster.tsx'

const open: OpenAnalytics = async (projectId) =>
  (await import('#web/lib/backend/analytics.ts')).openAnalytics(projectId)

/** Loaded after the first paint: toasts, analytics, response schemas, and the screens of the menu. */
export default function Late() {
  useCounting(open)
  useEffect(() => {
    loadResponseParsers().catch(() => {})
    loadMenuScreens().catch(() => {})
  }, [])
  return <Toaster />
}
