import { Hono } from 'hono'
import { ClientConfig } from '#shared/contracts/config.ts'
import { describeCall, ok } from '#worker/http/openapi/describe.ts'
import type { EdgeEnv } from './app-env.ts'

export const config = new Hono<EdgeEnv>().get(
  '/',
  describeCall('Returns the public settings and the visitor’s quota of today', {
    responses: ok('ClientConfig', ClientConfig),
  }),
  async (c) => {
    const { config, charges } = c.var.services
    const body: ClientConfig = {
      projectId: config.projectId,
      publicKey: config.publicKey,
      donationUrl: config.donationUrl,
      contactCooldownMs: config.contact.cooldownMs,
      imageService: config.imageService,
      backendHost: config.core === null ? null : new URL(config.core.url).host,
      reviewsFaceless: config.reviewsFaceless,
      // A browser without a cookie gets one with this response, and so a full quota. Its first page needs no database
      // query if the lists are cached.
      generations: c.var.visitor.kind === 'visitor' ? await charges.quota(c.var.visitor.id) : charges.fullQuota(),
    }
    // Contains the visitor's quota, and may set the visitor's cookie.
    return c.json(body, 200, { 'cache-control': 'private, no-store' })
  },
)
