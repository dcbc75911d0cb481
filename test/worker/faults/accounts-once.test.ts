import { beforeAll } from 'vitest'
import { freshDatabase } from '../../support/env.ts'
import { ACCOUNT_PATHS, faults, time } from './account-paths.ts'
import { describeOnce } from './write-path.ts'

beforeAll(freshDatabase)

describeOnce(ACCOUNT_PATHS, { faults, time })
