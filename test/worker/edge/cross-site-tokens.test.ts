import { beforeEach, describe, expect, it } from 'vitest'
import { countRows, getCardRow, seedCard } from '../../support/cards.ts'
import { type AuthApp, createAuthApp, ORIGIN } from '../../support/auth.ts'
import { as } from '../../support/backend.ts'
import { freshDatabase } from '../../support/env.ts'

const PARTNER = 'https://partner.example'
const EVIL = { origin: 'https://evil.example' }

let app: AuthApp
let token: string
beforeEach(async () => {
  await freshDatabase()
  await seedCard({ id: 'c1' })
  app = createAuthApp({ ALLOWED_ORIGINS: PARTNER })
  token = (await app.signUp()).access_token
})

const vote = (headers: Record<string, string>, n = 1) =>
  app.send('/rest/v1/fantasy_football_cards?id=eq.c1', {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', 'cf-connecting-ip': `198.51.100.${n}`, ...headers },
    body: JSON.stringify({ votes: 1 }),
  })

describe('cross-site votes with a token', () => {
  it.each([
    ['an account’s token', () => ({ authorization: `Bearer ${token}`, ...EVIL })],
    [
      'a token and the public key',
      () => ({ authorization: `Bearer ${token}`, apikey: as.public().authorization.slice(7), ...EVIL }),
    ],
    ['a token from a sandboxed page', () => ({ authorization: `Bearer ${token}`, origin: 'null' })],
    ['a token and only Sec-Fetch-Site', () => ({ authorization: `Bearer ${token}`, 'sec-fetch-site': 'cross-site' })],
  ])('rejects a cross-site vote with %s, from every network', async (_, getHeaders) => {
    for (const n of [1, 2, 3]) expect((await vote(getHeaders(), n)).status).toBe(403)
    expect([(await getCardRow('c1'))!['votes'], await countRows('votes')]).toEqual([0, 0])
  })

  it('counts a vote with a token from an allowed origin, from this site, and from an API client', async () => {
    const bearer = { authorization: `Bearer ${token}` }
    for (const [n, headers] of [{ origin: PARTNER }, { origin: ORIGIN }, {}].entries())
      expect((await vote({ ...bearer, ...headers }, n + 1)).status).toBe(204)
    expect((await getCardRow('c1'))!['votes']).toBe(3)
  })
})
