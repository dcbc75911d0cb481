import { expect } from 'vitest'
import { createAuthApp, PASSWORD } from '../../support/auth.ts'
import { testEnv } from '../../support/env.ts'
import { ownedCard } from '../../worker/edge/owned-cards.ts'
import { DAY, readAllRows, type Proof, publicKey, findTablesContaining } from './place.ts'

const ANN = 'ann@example.com'

async function withCard() {
  const app = createAuthApp()
  const signedUp = await app.signUp(ANN)
  await ownedCard('v', { visibility: 'public' })
  await testEnv().DB.prepare('update fantasy_football_cards set user_id = ?1').bind(signedUp.user.id).run()
  return { app, ...signedUp }
}

const NAMES = '/rest/v1/fantasy_football_cards?select=user_id'

export const accounts = {
  'account.why': async () => {
    const { app, user, access_token: token } = await withCard()
    const own = await app.send(NAMES, { headers: { authorization: `Bearer ${token}` } })
    expect(await own.json()).toEqual([{ user_id: user.id }])
    expect((await app.send('/api/cards?list=recent')).status).toBe(200)
  },
  'account.howLong': async () => {
    const { app, user, access_token: token, refresh_token: refresh } = await withCard()
    app.clock.now += 30 * DAY
    expect((await app.refresh(refresh)).status).toBe(401)
    app.clock.now -= 30 * DAY
    await app.call('DELETE', '/account', undefined, { token })
    expect((await app.send('/api/cards/c1')).status).toBe(410)
    expect(await findTablesContaining(user.id)).toEqual([])
    expect((await findTablesContaining(ANN)).filter((table) => table !== 'outbox')).toEqual([])
  },
  'account.who': async () => {
    const { app, user } = await withCard()
    const strangers = await app.send(NAMES, { headers: publicKey() })
    expect(await strangers.json()).toEqual([{ user_id: 'anonymous' }])
    expect(await (await app.send('/card/c1')).text()).not.toContain(user.id)
    expect((await app.send('/rest/v1/users?select=*', { headers: publicKey() })).status).toBe(404)
    expect(JSON.stringify(await readAllRows())).not.toContain(PASSWORD)
  },
} satisfies Record<string, Proof>
