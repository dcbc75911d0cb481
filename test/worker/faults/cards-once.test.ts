import { beforeAll } from 'vitest'
import { freshDatabase } from '../../support/env.ts'
import { CARD_PATHS, faults, time } from './card-paths.ts'
import { describeOnce } from './write-path.ts'

beforeAll(freshDatabase)

describeOnce(CARD_PATHS, { faults, time })
