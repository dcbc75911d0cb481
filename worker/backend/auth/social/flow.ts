import { EncryptJWT, jwtDecrypt } from 'jose'
import * as z from 'zod'
import type { Clock } from '#worker/env.ts'
import { FLOW_SECONDS } from '../limits.ts'
import { keyFor, sha256Hex } from '#worker/http/secrets.ts'
import type { Secrets } from '#worker/http/visitor.ts'

/** The state of an OAuth flow between redirect and OAuth callback, in an encrypted cookie. */
const Flow = z.lazy(() =>
  z.object({
    provider: z.string(),
    state: z.string(),
    nonce: z.string(),
    verifier: z.string(),
    /** The query of the sign-in page. It is validated again after the callback. */
    query: z.string(),
  }),
)
export type Flow = z.infer<typeof Flow>

const [MANAGEMENT, ENCRYPTION] = ['dir', 'A256GCM'] as const

type FlowsDeps = { readonly db: D1Database; readonly tokenSecrets: Secrets; readonly clock: Clock }

/** OAuth flows between redirect and OAuth callback, each sealed in a cookie and used once. */
export class Flows {
  private readonly db: D1Database
  private readonly tokenSecrets: Secrets
  private readonly clock: Clock

  constructor({ db, tokenSecrets, clock }: FlowsDeps) {
    this.db = db
    this.tokenSecrets = tokenSecrets
    this.clock = clock
  }

  async seal(flow: Flow): Promise<string> {
    const now = Math.floor(this.clock() / 1000)
    return new EncryptJWT(flow)
      .setProtectedHeader({ alg: MANAGEMENT, enc: ENCRYPTION })
      .setExpirationTime(now + FLOW_SECONDS)
      .encrypt(await getKey(this.tokenSecrets[0]))
  }

  /** Decrypts a flow. Returns null if it is not ours or has expired. */
  async open(sealed: string): Promise<Flow | null> {
    for (const secret of this.tokenSecrets) {
      try {
        const { payload } = await jwtDecrypt(sealed, await getKey(secret), {
          keyManagementAlgorithms: [MANAGEMENT],
          contentEncryptionAlgorithms: [ENCRYPTION],
          currentDate: new Date(this.clock()),
          requiredClaims: ['exp'],
        })
        return Flow.parse(payload)
      } catch {
        // Sealed with another secret, modified, or expired.
      }
    }
    return null
  }

  /** Marks a flow as used, so a copied cookie does not work again. @returns false when it was used before */
  async use({ state }: Flow): Promise<boolean> {
    // The cookie itself has expired by this time.
    const expiresAt = this.clock() + FLOW_SECONDS * 1000
    const { results } = await this.db
      .prepare(
        `insert into window_counters (key, ends_at, used) select ?1, ?2, 1
         where not exists (select 1 from window_counters where key = ?1) on conflict do nothing returning key`,
      )
      .bind(`flow:${await sha256Hex(state)}`, expiresAt)
      .all()
    return results.length > 0
  }
}

const getKey = (secret: string) => keyFor(secret, 'social-flow')
