import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { keepPhoto } from '#web/screens/generator/remembered-photo.ts'
import { placeToasts } from '#web/ui/toast.ts'
import './short-waits.ts'
import { setMotion } from './motion.ts'

// Generous, because these run next to other suites on few cores. A passing test does not wait.
vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })
// A test that renders the whole app counts no events, unless it tests counting.
Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true })

beforeEach(() => setMotion('reduce'))

afterEach(() => {
  cleanup()
  // Toasts live outside React, including queued ones. None may leak into the next test.
  placeToasts(toast)
  toast.dismiss()
  placeToasts(null)
  // Every test starts in its own tab.
  keepPhoto({ photo: null, photoUrls: {} })
})

/** Sonner renders a toast once more 200 ms after it was dismissed. */
const TOAST_LEAVES_MS = 400
const earlierToasts = toast.getHistory().length

// The files of one run share a process, where a late toast timer would find no window.
afterAll(async () => {
  if (toast.getHistory().length > earlierToasts) await new Promise((resolve) => setTimeout(resolve, TOAST_LEAVES_MS))
})
