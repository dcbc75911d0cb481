import { beforeAll } from 'vitest'
import { freshDatabase } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { ACCOUNT_PATHS } from './account-paths.ts'
import { faults, time } from './account-world.ts'
import { LINK_PATHS } from './link-paths.ts'
import { describeOnce } from './write-path.ts'

beforeAll(freshDatabase)

describeOnce([...ACCOUNT_PATHS, ...LINK_PATHS], { faults, time, takeConsole })
