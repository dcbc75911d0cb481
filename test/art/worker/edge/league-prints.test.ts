import { beforeEach, describe, expect, it } from 'vitest'
import { LEAGUE_PRINTS } from '#shared/domain/league-prints.ts'
import { sha256Hex } from '#worker/http/secrets.ts'
import type { Overrides } from '#worker/compose.ts'
import { ORIGIN } from '../../../support/app.ts'
import { freshDatabase, testEnv } from '../../../support/env.ts'
import { readPage } from '../../../support/page.ts'
import { takeConsole } from '../../../support/quiet.ts'
import { readCode, createLeaguePlace, WRONG_CODE } from '../../../worker/edge/leagues/league-place.ts'
import { createPrintStub, seatCard } from '../../../worker/edge/leagues/printed-league.ts'
import { frontBytes } from '../../../worker/edge/pictured-cards.ts'

beforeEach(freshDatabase)

/** Creates a league with a card in its second seat, and an outsider with its code. */
async function createPrinted(overrides: Overrides = {}) {
  const { drawn, read, overrides: stubs } = createPrintStub()
  const place = createLeaguePlace({ ...stubs, ...overrides })
  const company = await place.company()
  await seatCard(company.code, 2, 'seated')
  const { code, outsider } = company
  const print = (name: string, of = code) => outsider.send(`/download/league/${of}/${name}`)
  const readImage = async () => {
    const page = await readPage(await (await outsider.send(`/league/${code}`)).text())
    return page.meta['og:image']!.replace(ORIGIN, '')
  }
  const run = async (sql: string, ...values: unknown[]) => {
    await testEnv()
      .DB.prepare(sql)
      .bind(...values)
      .run()
  }
  return { ...place, ...company, drawn, read, print, readImage, run }
}

describe('the prints of a league', () => {
  it('serves each league print as an attachment that is never cached', async () => {
    const { print, drawn } = await createPrinted()
    for (const [name, { file, type }] of Object.entries(LEAGUE_PRINTS)) {
      const { status, headers } = await print(name)
      expect([status, headers.get('content-type'), headers.get('content-length')], name).toEqual([200, type, '3'])
      expect(headers.get('content-disposition')).toContain(`filename="Sunday Night Gridiron 2026 ${file}"`)
      expect(headers.get('cache-control')).toBe('private, no-store')
      expect(headers.get('x-robots-tag')).toBe('noindex, noimageindex')
    }
    expect(drawn).toEqual(Object.keys(LEAGUE_PRINTS).map((name) => [name, 'Sunday Night Gridiron', 1]))
  })

  it('reads thumbnails for images, fronts for posters, and backs only where they are printed', async () => {
    const { print, read } = await createPrinted()
    for (const name of ['feed', 'poster-a3', 'cards-a4']) await print(name)
    expect(read).toEqual(['seated thumb-512', 'seated back'])
  })

  it('draws the awards of a seat on its card, in the size that each print needs', async () => {
    const asked: unknown[] = []
    const { print, code, run } = await createPrinted({
      drawAwarded: async (_front, ...order) => {
        asked.push(order)
        return frontBytes()
      },
    })
    const id = await sha256Hex(code)
    const sql = 'insert into league_awards (league, seat, title, given_at) values (?, 2, ?, 1), (?, 2, ?, 2)'
    await run(sql, id, 'Champion', id, 'Luckiest')
    for (const name of ['feed', 'poster-a3', 'cards-a4']) expect((await print(name)).status).toBe(200)
    expect(asked).toEqual([512, 1000, 1000].map((widthPx) => [['Champion', 'Luckiest'], widthPx]))
  })

  it('draws a past season with its name, its cards and its awards', async () => {
    const awarded: unknown[] = []
    const { print, code, commissioner, drawn } = await createPrinted({
      drawAwarded: async (_front, titles) => {
        awarded.push(titles)
        return frontBytes()
      },
    })
    await commissioner.post(`/api/leagues/${code}/awards`, { title: 'Champion', seat: 2 })
    await commissioner.post(`/api/leagues/${code}/seasons`, { season: '2027', after: 0 })
    await seatCard(code, 1, 'newcomer')
    const { status, headers } = await print('seasons/1/feed')
    expect([status, headers.get('content-disposition')]).toEqual([
      200,
      expect.stringContaining('"Sunday Night Gridiron 2026 poster.jpg"'),
    ])
    await print('feed')
    await print('seasons/1/feed')
    expect([drawn, awarded]).toEqual([
      [
        ['feed', 'Sunday Night Gridiron', 1],
        ['feed', 'Sunday Night Gridiron', 2],
      ],
      [['Champion']],
    ])
    for (const wrong of ['seasons/2/feed', 'seasons/one/feed', 'seasons/1/billboard'])
      expect([wrong, (await print(wrong)).status]).toEqual([wrong, 404])
  })

  it('returns 404 for a wrong code or an unknown print, and 409 for a league without cards', async () => {
    const { print, found, person, drawn } = await createPrinted()
    const { code: empty } = await found(await person())
    const responses = [await print('feed', WRONG_CODE), await print('feed', 'short'), await print('billboard')]
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404])
    const refused = await print('feed', empty)
    expect([refused.status, await readCode(refused)]).toEqual([409, 'CONFLICT'])
    expect(drawn).toEqual([])
  })

  it('draws a league print once per version, also for parallel requests, and again after a change', async () => {
    const { print, drawn, commissioner, patch, code } = await createPrinted()
    await Promise.all([print('feed'), print('feed'), print('story')])
    await print('feed')
    expect(drawn.map(([name]) => name).toSorted()).toEqual(['feed', 'story'])
    await patch(commissioner, `/api/leagues/${code}`, { name: 'Monday Morning' })
    await print('feed')
    expect(drawn.at(-1)).toEqual(['feed', 'Monday Morning', 1])
    await seatCard(code, 1, 'another')
    await print('feed')
    expect(drawn.at(-1)).toEqual(['feed', 'Monday Morning', 2])
  })

  it('omits a card that reports have hidden, until it is restored', async () => {
    const { print, drawn, code, run } = await createPrinted()
    await seatCard(code, 1, 'reported')
    await print('cards-a4')
    await run(`update fantasy_football_cards set hidden_from = 'unlisted', visibility = 'draft' where id = 'reported'`)
    await print('cards-a4')
    await run(`update fantasy_football_cards set hidden_from = null, visibility = 'unlisted' where id = 'reported'`)
    await print('cards-a4')
    expect(drawn.map(([, , cards]) => cards)).toEqual([2, 1, 2])
  })

  it('omits a deleted card, and deletes the print with its league', async () => {
    const { print, drawn, commissioner, remove, code, run } = await createPrinted()
    await seatCard(code, 1, 'deleted')
    await print('feed')
    await run(`delete from fantasy_football_cards where id = 'deleted'`)
    await print('feed')
    expect(drawn.map(([, , cards]) => cards)).toEqual([2, 1])
    await remove(commissioner, `/api/leagues/${code}`)
    expect((await print('feed')).status).toBe(404)
  })

  it('limits drawing per league, and still serves prints already drawn', async () => {
    const { print, code, time, run } = await createPrinted()
    await print('feed')
    const key = `print:league:${await sha256Hex(code)}`
    await run('update token_buckets set full_at = ? where key = ?', time.now + 86_400_000, key)
    const refused = await print('story')
    expect([refused.status, await readCode(refused)]).toEqual([429, 'RATE_LIMITED'])
    expect((await print('feed')).status).toBe(200)
  })
})

describe('the picture of an invite link', () => {
  it('serves the poster to anyone with its URL, without a cookie and with a short private cache', async () => {
    const { readImage, app, drawn } = await createPrinted()
    const address = await readImage()
    expect(address).toMatch(/^\/og\/league\/[0-9a-f]{64}\.\d+\.[0-9a-f]{64}\.jpg$/)
    const { status, headers } = await app.send(address)
    expect([status, headers.get('content-type'), headers.get('set-cookie')]).toEqual([200, 'image/jpeg', null])
    expect(headers.get('cache-control')).toBe('private, max-age=300')
    expect(headers.get('x-robots-tag')).toBe('noindex, noimageindex')
    expect(drawn).toEqual([['feed', 'Sunday Night Gridiron', 1]])
  })

  it('marks the league page noindex, and keeps the code out of the image URL', async () => {
    const { readImage, outsider, code } = await createPrinted()
    expect((await outsider.send(`/league/${code}`)).headers.get('x-robots-tag')).toBe('noindex')
    expect(await readImage()).not.toContain(code)
  })

  it('changes the image URL with the league, and serves the current league at earlier URLs', async () => {
    const { readImage, app, code, drawn } = await createPrinted()
    const before = await readImage()
    await seatCard(code, 1, 'another')
    expect(await readImage()).not.toBe(before)
    expect((await app.send(before)).status).toBe(200)
    expect(drawn).toEqual([['feed', 'Sunday Night Gridiron', 2]])
  })

  it('returns 404 without a valid signature, for another league’s signature, and once the league is deleted', async () => {
    const { readImage, app, code, commissioner, remove, found, person } = await createPrinted()
    const address = await readImage()
    const other = await sha256Hex((await found(await person())).code)
    const [, id, version, signature] = /league\/(\w+)\.(\d+)\.(\w+)\.jpg/.exec(address)!
    const tries = [`${id}.jpg`, `${id}.${version}.jpg`, `${id}.${version}.${'0'.repeat(64)}.jpg`, `${code}.jpg`]
    for (const file of [...tries, `${other}.${version}.${signature}.jpg`])
      expect((await app.send(`/og/league/${file}`)).status, file).toBe(404)
    await remove(commissioner, `/api/leagues/${code}`)
    expect((await app.send(address)).status).toBe(404)
  })

  it('links the site’s own image while the league has no card', async () => {
    const { readImage, app, run } = await createPrinted()
    const address = await readImage()
    await run('update league_seats set card = null')
    expect(await readImage()).toBe('/share.jpg')
    const { status, headers } = await app.send(address)
    expect([status, headers.get('location')]).toEqual([302, '/share.jpg'])
  })

  it('serves the site’s own image when the poster cannot be drawn, and logs the failure', async () => {
    const drawLeaguePrint = () => Promise.reject(new Error('the renderer is out of order'))
    const { readImage, app } = await createPrinted({ drawLeaguePrint })
    const { status, headers } = await app.send(await readImage())
    expect([status, headers.get('location'), headers.get('cache-control')]).toEqual([302, '/share.jpg', 'no-store'])
    expect(JSON.stringify(takeConsole())).toContain('the renderer is out of order')
  })
})
