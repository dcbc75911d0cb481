import { Hono } from 'hono'
import type { ClientConfig } from '#shared/contracts/config.ts'
import type { EdgeEnv } from './app-env.ts'

export const config = new Hono<EdgeEnv>().get('/', async (c) => {
  const { config, quota } = c.var.services
  const answer: ClientConfig = {
    projectId: config.projectId,
    publicKey: config.publicKey,
    donationUrl: config.donationUrl,
    contactCooldownMs: config.contact.cooldownMs,
    generations: await quota.read(c.var.visitor.id),
  }
  return c.json(answer)
})
