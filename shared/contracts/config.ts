import * as z from 'zod/mini'

/** `GET /api/config`: everything the browser may know of the server's settings, and today's quota of this visitor. */
export const ClientConfig = z.object({
  projectId: z.string(),
  publicKey: z.string(),
  donationUrl: z.string(),
  contactCooldownMs: z.int(),
  /** The service that draws and gets the photo, by the name people know it by; null: our own artist draws. */
  imageService: z._default(z.nullable(z.string()), null),
  /** The host of another backend, which keeps everything and has players drawn; null: the embedded one. */
  backendHost: z._default(z.nullable(z.string()), null),
  /** True if a card in whose photo no face was found waits for a moderator before it enters the Hall. */
  reviewsFaceless: z._default(z.boolean(), false),
  generations: z.object({
    left: z.int(),
    perDay: z.int(),
    /** ISO 8601, UTC: when the day's quota is full again. */
    resetsAt: z.string(),
  }),
})
export type ClientConfig = z.infer<typeof ClientConfig>
