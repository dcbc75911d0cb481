import { afterAll } from 'vitest'
import { freshDatabase } from './env.ts'

// The test files of one run share a runtime, so each cleans up after itself.
afterAll(freshDatabase)
