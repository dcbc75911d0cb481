import { Hono } from 'hono'
import { FaceOff, FaceOffPick, FaceOffResult } from '#shared/contracts/face-off.ts'
import { describeCall, ok } from '#worker/http/openapi/describe.ts'
import { jsonBody } from '#worker/http/openapi/validate.ts'
import { BODY_BYTES } from '#worker/http/read-body.ts'
import type { EdgeEnv } from '../app-env.ts'
import { deal } from './deal.ts'
import { pick } from './pick.ts'

/** Face-Off: a visitor picks the better one of two public cards. */
export const faceOff = new Hono<EdgeEnv>()
  // A pair is dealt to one visitor.
  .use(async (c, next) => {
    c.header('cache-control', 'private, no-store')
    await next()
  })
  .get('/', describeCall('Returns the caller’s next pair', { responses: ok('FaceOff', FaceOff) }), async (c) =>
    c.json(await deal(c)),
  )
  .post(
    '/',
    describeCall('Picks the better card of the caller’s pair', {
      responses: ok('FaceOffResult', FaceOffResult),
      errors: [400, 403, 409, 410, 429],
    }),
    jsonBody('FaceOffPick', FaceOffPick, BODY_BYTES.small),
    async (c) => c.json(await pick(c, c.req.valid('json'))),
  )
