import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { keepPhoto } from '#web/screens/generator/kept-photo.ts'
import { setMotion } from './motion.ts'

// Generous, because these run beside other suites on few cores; a test that passes does not wait.
vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })
// A test that renders the whole app counts no events, unless a test is about counting.
Object.defineProperty(navigator, 'globalPrivacyControl', { value: true, configurable: true })

beforeEach(() => setMotion('reduce'))

afterEach(() => {
  cleanup()
  // Toasts live outside React; none may reach the next test.
  toast.dismiss()
  // Every test begins in a tab of its own.
  keepPhoto({ photo: null, photoUrls: {} })
})

/** A toast renders once more 200 ms after it has left, by a timer of sonner. */
const TOAST_LEAVES_MS = 400

// The files of one run share a process: a timer of the last toast would find no window.
afterAll(async () => {
  if (toast.getHistory().length > 0) await new Promise((resolve) => setTimeout(resolve, TOAST_LEAVES_MS))
})
