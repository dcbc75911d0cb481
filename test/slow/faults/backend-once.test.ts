import { beforeAll } from 'vitest'
import { freshDatabase } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { BACKEND_PATHS, faults, time } from './backend-paths.ts'
import { describeOnce } from './write-path.ts'

beforeAll(freshDatabase)

describeOnce(BACKEND_PATHS, { faults, time, takeConsole })
