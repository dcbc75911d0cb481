import { cleanup, configure } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach, beforeEach, vi } from 'vitest'
import { setMotion } from './motion.ts'

// Generous, because these run beside other suites on few cores; whoever passes does not wait.
vi.setConfig({ testTimeout: 30_000 })
configure({ asyncUtilTimeout: 10_000 })

beforeEach(() => setMotion('reduce'))

afterEach(() => {
  cleanup()
  // Toasts live outside React; none may reach the next test.
  toast.dismiss()
})
