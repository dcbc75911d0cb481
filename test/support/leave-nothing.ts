import { afterAll } from 'vitest'
import { emptyStorage, wakeObjects } from './env.ts'

// The files of one run share a runtime: each leaves it as it found it.
afterAll(async () => {
  await wakeObjects()
  await emptyStorage()
})
