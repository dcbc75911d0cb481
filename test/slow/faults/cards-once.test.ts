import { beforeAll } from 'vitest'
import { freshDatabase } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { CARD_PATHS } from './card-paths.ts'
import { faults, time } from './card-world.ts'
import { MODERATION_PATHS } from './moderation-paths.ts'
import { describeOnce } from './write-path.ts'

beforeAll(freshDatabase)

describeOnce([...CARD_PATHS, ...MODERATION_PATHS], { faults, time, takeConsole })
