import { beforeAll } from 'vitest'
import { freshDatabase } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { AI_PATHS, faults, time } from './ai-paths.ts'
import { describeOnce } from './write-path.ts'

beforeAll(freshDatabase)

describeOnce(AI_PATHS, { faults, time, takeConsole })
