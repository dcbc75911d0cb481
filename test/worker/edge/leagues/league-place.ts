import { expect } from 'vitest'
import type { CreatedLeague, JoinedLeague, League } from '#shared/contracts/league.ts'
import type { Overrides } from '#worker/compose.ts'
import { sha256Hex } from '#worker/http/secrets.ts'
import { createTestApp, getVisitorId, noPictures, type TestVisitor } from '../../../support/app.ts'
import { quickKey } from '../../../support/auth.ts'
import { PROJECT } from '../../../support/backend.ts'
import { testEnv } from '../../../support/env.ts'
import { ownedCard, type Visibility } from '../owned-cards.ts'

export const START = Date.parse('2026-11-21T12:00:00.000Z')
export const NEW_LEAGUE = { name: 'Sunday Night Gridiron', season: '2026', team: 'Green Bay Packers' }
/** A well-formed code without a league. */
export const WRONG_CODE = 'AAAAAAAAAAAAAAAAAAAAAA'

export const json = <T>(response: Response): Promise<T> => response.json<T>()

/**
 * Creates the whole Worker with a manual clock and helpers for leagues.
 *
 * @param network the IP address of all visitors; separate ones if omitted
 */
export function createLeaguePlace(overrides: Overrides = {}, network?: string) {
  const time = { now: START }
  const app = createTestApp({ clock: () => time.now, pictures: noPictures, deriveKey: quickKey, ...overrides })

  async function person(): Promise<TestVisitor & { id: string }> {
    const visitor = app.visitor(network === undefined ? {} : { 'cf-connecting-ip': network })
    return { ...visitor, id: getVisitorId(await visitor.arrive()) }
  }

  async function found(commissioner: TestVisitor, change: object = {}): Promise<CreatedLeague> {
    const response = await commissioner.post('/api/leagues', { ...NEW_LEAGUE, ...change })
    expect(response.status).toBe(201)
    return json(response)
  }

  const tryToJoin = (visitor: TestVisitor, code: string, teamName = 'Blitz', headers: Record<string, string> = {}) =>
    visitor.post(`/api/leagues/${code}/seats`, { teamName }, headers)

  async function join(visitor: TestVisitor, code: string, teamName = 'Blitz'): Promise<JoinedLeague> {
    const response = await tryToJoin(visitor, code, teamName)
    expect(response.status).toBe(201)
    return json(response)
  }

  const get = (visitor: TestVisitor, code: string, headers: Record<string, string> = {}) =>
    visitor.send(`/api/leagues/${code}`, { headers })

  return {
    app,
    time,
    person,
    found,
    tryToJoin,
    join,
    get,
    view: async (visitor: TestVisitor, code: string, headers: Record<string, string> = {}) =>
      json<League>(await get(visitor, code, headers)),
    patch: (visitor: TestVisitor, path: string, body: unknown, headers: Record<string, string> = {}) =>
      visitor.send(path, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    remove: (visitor: TestVisitor, path: string, headers: Record<string, string> = {}) =>
      visitor.send(path, { method: 'DELETE', headers }),
    attach: (visitor: TestVisitor, code: string, seat: number, cardId: string) =>
      visitor.post(`/api/leagues/${code}/seats/${seat}/card`, { cardId }),
    /** Creates a commissioner in seat 1, a member in seat 2 and an outsider. */
    async company() {
      const [commissioner, member, outsider] = [await person(), await person(), await person()]
      const created = await found(commissioner)
      const first = await join(commissioner, created.code, 'Chiefs of Staff')
      const second = await join(member, created.code, 'Blitz Kids')
      return { commissioner, member, outsider, ...created, keys: { first: first.key, second: second.key } }
    },
    async signUp(email: string) {
      const account = { email, password: 'correct horse battery', projectId: PROJECT }
      const signed = await app.visitor().post('/api/auth/signup', account)
      const { access_token: token, user } = await json<{ access_token: string; user: { id: string } }>(signed)
      return { userId: user.id, bearer: { authorization: `Bearer ${token}` } }
    },
  }
}

export const readCode = async (response: Response): Promise<string> => (await json<{ code: string }>(response)).code

/** Inserts a card that was generated for a league, then shared or saved. */
export async function leagueCard(code: string, owner: string, id: string, visibility: Visibility = 'unlisted') {
  const at = new Date(START).toISOString()
  await ownedCard(owner, { id, visibility, createdAt: at, draftedAt: at })
  await testEnv()
    .DB.prepare('insert into league_cards (card, league) values (?, ?)')
    .bind(id, await sha256Hex(code))
    .run()
}

/** Inserts a seat as a batch fills it, but without a card. */
export const holdSeat = async (code: string, seat: number): Promise<void> => {
  await testEnv()
    .DB.prepare(
      `insert into league_seats (league, number, team_name, visitor, key_id, joined_at, is_held)
       values (?, ?, 'Held', ?, ?, ?, 1)`,
    )
    .bind(await sha256Hex(code), seat, `nobody-${seat}`, `key-${seat}`, START)
    .run()
}
