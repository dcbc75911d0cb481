import { beforeEach, describe, expect, it } from 'vitest'
import { confirmAll, createAuthApp } from '../../support/auth.ts'
import { as } from '../../support/backend.ts'
import { freshDatabase } from '../../support/env.ts'
import { takeConsole } from '../../support/quiet.ts'
import { createFakeInternet, page } from './outside.ts'

const API = 'https://api.example/'
const MB = 1_000_000

beforeEach(freshDatabase)

async function site(respond: () => Response | Promise<Response>) {
  const outside = createFakeInternet({ [API]: respond })
  const app = createAuthApp({}, outside.overrides)
  const people = await Promise.all(['ann', 'bob'].map((name) => app.signUp(`${name}@example.com`)))
  await confirmAll()
  const [ann = '', bob = ''] = people.map(({ access_token: token }) => `Bearer ${token}`)
  const ask = async (authorization: string, call: string, body: object = { url: API }) => {
    const response = await app.send(`/api/data/fantasy-cards/${call}`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return [response.status, (await response.json<{ code?: string }>()).code]
  }
  return { ask, ann, bob, service: as.service().authorization }
}

describe('web data', () => {
  it('allows one concurrent web read per user, and any number for the service', async () => {
    const under = { now: 0, most: 0 }
    const { ask, ann, bob, service } = await site(async () => {
      under.most = Math.max(under.most, ++under.now)
      await new Promise((resolve) => setTimeout(resolve, 30))
      under.now--
      return Response.json({})
    })
    const ofAnn = await Promise.all(Array.from({ length: 4 }, () => ask(ann, 'fetch')))
    expect([ofAnn, under.most]).toEqual([Array.from({ length: 4 }, () => [200, undefined]), 1])
    await Promise.all([ask(ann, 'fetch'), ask(bob, 'fetch'), ask(service, 'fetch'), ask(service, 'fetch')])
    expect(under.most).toBe(4)
  })

  it.each([
    ['a page', 'scrape', () => page(`<p>${'a '.repeat(MB / 2)}`)],
    ['a response', 'fetch', () => new Response('x'.repeat(MB + 1))],
  ])('rejects %s larger than 1 MB', async (_, call, respond) => {
    const { ask, ann } = await site(respond as () => Response)
    expect(await ask(ann, call)).toEqual([502, 'ANSWER_TOO_LARGE'])
    takeConsole()
  })

  it('rejects a text document larger than 1 MB', async () => {
    const { ask, ann } = await site(() => new Response('word '.repeat(MB / 4)))
    expect(await ask(ann, 'extract-from-url')).toEqual([413, 'FILE_TOO_LARGE'])
  })

  it('refuses to return more than 1 MB', async () => {
    const { ask, ann } = await site(() => new Response('word '.repeat(MB / 6)))
    const overlapping = { url: API, chunking: true, chunkSize: 100, chunkOverlap: 50 }
    expect(await ask(ann, 'extract-from-url')).toEqual([200, undefined])
    expect(await ask(ann, 'extract-from-url', overlapping)).toEqual([413, 'FILE_TOO_LARGE'])
  })
})
