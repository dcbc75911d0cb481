import { beforeEach, expect, test } from 'vitest'
import { confirmAll, createAuthApp, PASSWORD } from '../../support/auth.ts'
import { freshDatabase } from '../../support/env.ts'
import { createFakeInternet, page } from './outside.ts'

beforeEach(freshDatabase)

const API = 'https://api.example/'

test('reads the web only for confirmed, signed-in accounts that still exist', async () => {
  const { requests, overrides } = createFakeInternet({ [API]: page('<p>Hello</p>') })
  const app = createAuthApp({}, overrides)
  const { access_token: token } = await app.signUp('reader@example.com')
  const read = async (bearer: string) => {
    const response = await app.send('/api/data/fantasy-cards/fetch', {
      method: 'POST',
      headers: { authorization: `Bearer ${bearer}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: API }),
    })
    return [response.status, (await response.json<{ code?: string }>()).code]
  }
  expect(await read(token)).toEqual([403, 'EMAIL_NOT_VERIFIED'])
  expect(requests).toEqual([])
  await confirmAll()
  expect(await read(token)).toEqual([200, undefined])

  const { body: other } = await app.post('/signin/email', { email: 'reader@example.com', password: PASSWORD })
  await app.post('/signout', { refresh_token: other.refresh_token })
  expect(await read(other.access_token)).toEqual([403, 'EMAIL_NOT_VERIFIED'])
  expect(await read(token)).toEqual([200, undefined])

  await app.call('DELETE', '/account', { password: PASSWORD }, { token })
  expect(await read(token)).toEqual([403, 'EMAIL_NOT_VERIFIED'])
  expect(requests).toHaveLength(2)
})
