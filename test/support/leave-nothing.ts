import { afterAll } from 'vitest'
import { emptyStorage } from './env.ts'
import { wakeObjects } from './used-objects.ts'

// The test files of one run share a runtime, so each cleans up after itself.
afterAll(async () => {
  await wakeObjects()
  await emptyStorage()
})
