import { cleanup } from '@testing-library/react'
import { toast } from 'sonner'
import { afterEach } from 'vitest'

afterEach(() => {
  cleanup()
  // Toasts live outside React; none may reach the next test.
  toast.dismiss()
})
