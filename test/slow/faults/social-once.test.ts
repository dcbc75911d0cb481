import { afterAll, beforeAll, vi } from 'vitest'
import { freshDatabase } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { createIdentityService, type IdentityService } from '../../support/identity-service.ts'
import { faults, socialPaths, time } from './social-paths.ts'
import { describeOnce } from './write-path.ts'

let service: IdentityService

/** A key of our own at Apple, as its console hands it out. */
async function appleKey(): Promise<string> {
  const { privateKey } = (await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
    'sign',
    'verify',
  ])) as CryptoKeyPair
  const pkcs8 = (await crypto.subtle.exportKey('pkcs8', privateKey)) as ArrayBuffer
  return `-----BEGIN PRIVATE KEY-----\\n${btoa(String.fromCharCode(...new Uint8Array(pkcs8)))}\\n-----END PRIVATE KEY-----`
}

const APPLE = {
  APPLE_CLIENT_ID: 'apple-client',
  APPLE_TEAM_ID: 't',
  APPLE_KEY_ID: 'k',
  APPLE_PRIVATE_KEY: await appleKey(),
}

beforeAll(async () => {
  await freshDatabase()
  service = await createIdentityService(() => time.now)
})
afterAll(() => vi.restoreAllMocks())

describeOnce(
  socialPaths(() => service, APPLE),
  { faults, time, takeConsole },
)
