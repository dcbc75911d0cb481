import { CAPS, type Capped } from '#worker/limits/network-caps.ts'
import { testEnv } from './env.ts'

/** Charges every network that has already used a cap for `calls` more calls. */
export async function chargeNetwork(kind: Capped, calls: number): Promise<void> {
  const { times, seconds } = CAPS[kind]
  await testEnv()
    .DB.prepare('update token_buckets set full_at = full_at + ? where key like ?')
    .bind(calls * Math.ceil((seconds * 1000) / times), `${kind}:network:%`)
    .run()
}
