import { Hono } from 'hono'
import { ClientConfig } from '#shared/contracts/config.ts'
import { describeCall, ok } from '#worker/http/openapi/describe.ts'
import type { EdgeEnv } from './app-env.ts'

export const config = new Hono<EdgeEnv>().get(
  '/',
  describeCall('What a browser may know of the settings, and today’s quota of this visitor', {
    answers: ok('ClientConfig', ClientConfig),
  }),
  async (c) => {
    const { config, charges } = c.var.services
    const answer: ClientConfig = {
      projectId: config.projectId,
      publicKey: config.publicKey,
      donationUrl: config.donationUrl,
      contactCooldownMs: config.contact.cooldownMs,
      imageService: config.imageService,
      backendHost: config.core === null ? null : new URL(config.core.url).host,
      reviewsFaceless: config.reviewsFaceless,
      // A browser without a cookie is given one with this answer, and with it a day's cards: the first page waits for no
      // database when its lists are kept.
      generations: c.var.visitor.kind === 'visitor' ? await charges.quota(c.var.visitor.id) : charges.fullQuota(),
    }
    // It says what this visitor has left, and may set the visitor's cookie.
    return c.json(answer, 200, { 'cache-control': 'private, no-store' })
  },
)
