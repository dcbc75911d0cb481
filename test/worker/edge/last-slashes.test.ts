import { beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, noPictures, type TestApp } from '../../support/app.ts'
import { freshDatabase } from '../../support/env.ts'

let app: TestApp
beforeEach(async () => {
  await freshDatabase()
  app = createTestApp({ pictures: noPictures })
})

const get = (path: string) => app.visitor().send(path, { redirect: 'manual' })

describe('trailing slashes', () => {
  it.each([
    ['/card/c1/', '/card/c1'],
    ['/hall-of-fame/', '/hall-of-fame'],
    ['/hall-of-fame/?team=dallas-cowboys', '/hall-of-fame?team=dallas-cowboys'],
    ['/contact/', '/contact'],
    ['/privacy-policy//', '/privacy-policy'],
    ['/my-cards/', '/my-cards'],
    ['/auth/', '/auth'],
    ['/admin/', '/admin'],
    ['/rules/', '/rules'],
    ['/card/c1/?sort=new&x=%2F', '/card/c1?sort=new&x=%2F'],
    ['//evil.example/', '/evil.example'],
    ['//evil.example//card/', '/evil.example/card'],
    ['/\\evil.example/', '/evil.example'],
    ['/%2F%2Fevil.example/', '/%2F%2Fevil.example'],
  ])('redirects %s, with its trailing slash, to %s', async (path, page) => {
    const response = await get(path)
    expect([response.status, response.headers.get('location')]).toEqual([301, page])
  })

  it('redirects the short URL of the privacy policy to its page', async () => {
    const response = await get('/privacy')
    expect([response.status, response.headers.get('location')]).toEqual([301, '/privacy-policy'])
  })

  it('redirects a HEAD request with a trailing slash', async () => {
    const { status, headers } = await app.visitor().send('/card/c1/', { method: 'HEAD', redirect: 'manual' })
    expect([status, headers.get('location')]).toEqual([301, '/card/c1'])
  })

  it.each(['POST', 'PUT', 'DELETE'])('does not redirect %s requests', async (method) => {
    const { status, headers } = await app.visitor().send('/card/c1/', { method, redirect: 'manual' })
    expect([status >= 400, headers.get('location')]).toEqual([true, null])
  })

  it.each(['/api/cards/', '/rest/v1/', '/functions/v1/contact-submit/'])(
    'returns an error for the API path %s with its trailing slash',
    async (path) => {
      const response = await get(path)
      expect([response.status >= 400, response.headers.get('location')]).toEqual([true, null])
    },
  )

  it('serves the root path without a redirect', async () => {
    expect((await get('/')).status).toBe(200)
  })
})
