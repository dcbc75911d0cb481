/** Loads the artist's nets for tests that call the artist without composing the Worker. */
import { env } from 'cloudflare:workers'
import { setWeights } from '#worker/artist/vision/nets.ts'
import { createWeightsLoader } from '#worker/artist/vision/served-weights.ts'
import type { Env } from '#worker/env.ts'

setWeights(createWeightsLoader((env as unknown as Env).ASSETS))
