import { beforeEach, expect, test } from 'vitest'
import { erasureOf } from '#worker/backend/auth/remove-account.ts'
import { createAuthApp, NOW, PASSWORD } from '../../support/auth.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'

beforeEach(freshDatabase)

test('a removed account is entered as a hash of its id, so that no restored backup brings it back', async () => {
  const { post, call } = createAuthApp()
  const { body } = await post('/signup', { email: 'ann@example.com', password: PASSWORD, name: 'Ann' })
  expect((await call('DELETE', '/account', undefined, { token: body.access_token })).status).toBe(200)
  const { results } = await testEnv().DB.prepare('select * from erasures').all()
  expect(results).toEqual([{ hash: await erasureOf(body.user.id), at: NOW }])
  expect(JSON.stringify(results)).not.toContain(body.user.id)
})
