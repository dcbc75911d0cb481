import { beforeEach, describe, expect, it } from 'vitest'
import { LEAGUE_TABLES } from '#worker/backend/leagues/tables.ts'
import { sha256Hex } from '#worker/http/secrets.ts'
import { freshDatabase } from '../../../support/env.ts'
import { createLeaguePlace, json, NEW_LEAGUE, WRONG_CODE } from './league-place.ts'

beforeEach(freshDatabase)

describe('a league’s code', () => {
  const CALLS = [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['GET', '/deletion'],
    ['GET', '/keys'],
    ['POST', '/commissioner'],
    ['POST', '/seats'],
    ['PATCH', '/seats/1'],
    ['DELETE', '/seats/1'],
    ['POST', '/seats/1/card'],
    ['POST', '/seats/1/votes'],
    ['POST', '/awards'],
    ['POST', '/seasons'],
    ['DELETE', '/seasons/1'],
  ] as const

  it('returns 404 to every call with a wrong code, even with keys of a league', async () => {
    const { company, remove } = createLeaguePlace()
    const { commissioner, code, key, keys } = await company()
    await remove(commissioner, `/api/leagues/${code}`)
    const wrong = [WRONG_CODE, code, code.toLowerCase(), `${code}A`, code.slice(1), await sha256Hex(code), '%00', 'x']
    const offenders: unknown[] = []
    for (const [method, path] of CALLS)
      for (const one of wrong) {
        const { status } = await commissioner.send(`/api/leagues/${one}${path}`, {
          method,
          headers: { 'content-type': 'application/json', 'x-league-key': `${key},${keys.first}` },
          ...(method === 'GET' ? {} : { body: '{}' }),
        })
        if (status !== 404) offenders.push([method, one + path, status])
      }
    expect(offenders).toEqual([])
  })

  it('keeps a league’s code out of caches, search engines and lists', async () => {
    const { company, get, app } = createLeaguePlace()
    const { outsider, code } = await company()
    const { headers } = await get(outsider, code)
    expect([headers.get('cache-control'), headers.get('x-robots-tag')]).toEqual(['private, no-store', 'noindex'])
    for (const path of ['/sitemap.xml', '/robots.txt', '/api/cards?list=new', '/hall-of-fame'])
      expect(await (await app.send(path)).text()).not.toContain(code)
    expect((await app.send('/sitemap.xml')).status).toBe(200)
  })

  it('returns 404 for every league table with the public key', async () => {
    const { company, app } = createLeaguePlace()
    await company()
    const { publicKey } = await json<{ publicKey: string }>(await app.send('/api/config'))
    for (const table of Object.keys(LEAGUE_TABLES)) {
      const headers = { apikey: publicKey, authorization: `Bearer ${publicKey}` }
      expect((await app.send(`/rest/v1/${table}?select=*`, { headers })).status).toBe(404)
    }
  })

  it('serves a league’s page with its name, neither cached nor indexed', async () => {
    const { company } = createLeaguePlace()
    const { outsider, code } = await company()
    const page = await outsider.send(`/league/${code}`)
    const html = await page.text()
    expect(page.status).toBe(200)
    expect([page.headers.get('cache-control'), page.headers.get('x-robots-tag')]).toEqual([
      'private, no-store',
      'noindex',
    ])
    expect(html).toContain(`<title>${NEW_LEAGUE.name} | Fantasy Football Cards</title>`)
    expect(html).toMatch(/<meta name="robots" content="noindex"/)
  })

  it('returns 404 for the page of a wrong code', async () => {
    const { person } = createLeaguePlace()
    const page = await (await person()).send(`/league/${WRONG_CODE}`)
    expect([page.status, page.headers.get('cache-control')]).toEqual([404, 'private, no-store'])
    expect(await page.text()).toContain('League not found')
    expect((await (await person()).send('/league')).status).toBe(200)
  })
})
