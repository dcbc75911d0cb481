import { expect, test } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { as } from '../../support/backend.ts'

const me = (headers: Record<string, string>) => createTestApp().send('/api/auth/me', { headers })

test.each([
  ['nobody', as.nobody],
  ['the public key', as.public],
  ['the service key', as.service],
])('%s is no user', async (_who, headers) => {
  const response = await me(headers())
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ error: 'Not authenticated', code: 'INVALID_CREDENTIALS' })
})

test('a token nobody knows has ended', async () => {
  const response = await me({ authorization: 'Bearer unknown' })
  expect(response.status).toBe(401)
  expect(await response.json()).toMatchObject({ code: 'TOKEN_EXPIRED', error: expect.any(String) })
})
