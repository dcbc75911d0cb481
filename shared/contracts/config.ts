import * as z from 'zod/mini'

/** `GET /api/config`: the server's public settings, and this visitor's quota today. */
export const ClientConfig = z.object({
  projectId: z.string(),
  publicKey: z.string(),
  donationUrl: z.string(),
  contactCooldownMs: z.int(),
  /** The AI service that receives the photo and draws, by its brand name; null when our own artist draws. */
  imageService: z._default(z.nullable(z.string()), null),
  /** The host of an external backend, which stores everything and draws the players; null for the embedded one. */
  backendHost: z._default(z.nullable(z.string()), null),
  /** True if a moderator reviews cards without a face before they enter the Hall. */
  reviewsFaceless: z._default(z.boolean(), false),
  generations: z.object({
    left: z.int(),
    perDay: z.int(),
    /** ISO 8601, UTC. */
    resetsAt: z.string(),
  }),
})
export type ClientConfig = z.infer<typeof ClientConfig>
