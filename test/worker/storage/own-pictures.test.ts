import { beforeEach, expect, it } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { createAuthApp } from '../../support/auth.ts'
import { as, getPublicPath, PROJECT, upload } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { includesBytes, joinBytes, SECRETS, withSecrets } from '../../support/pictures.ts'
import { portraitBytes } from '../../support/portrait.ts'

beforeEach(freshDatabase)

it('strips the location from a user’s images, whatever their name or size', async () => {
  const app = createAuthApp()
  const { access_token: token, user } = await app.signUp()
  const headers = { authorization: `Bearer ${token}` }
  const secrets = [SECRETS.gps, SECRETS.comment]
  const small = withSecrets(portraitBytes())
  const large = joinBytes(small, new Uint8Array(3 * 1024 * 1024).fill(7), SECRETS.gps)
  for (const [name, content] of Object.entries({ 'a.jpg': small, 'a.txt': small, 'b.jpg': large })) {
    expect(secrets.every((secret) => includesBytes(content, secret))).toBe(true)
    const file = new Blob([content], { type: 'text/plain' })
    const stored = await upload(app, { file, path: `users/${user.id}/${name.replace('a.txt', 'c.txt')}`, headers })
    expect(stored.status).toBe(200)
    const served = new Uint8Array(await (await app.send(await getPublicPath(stored))).arrayBuffer())
    expect(secrets.some((secret) => includesBytes(served, secret))).toBe(false)
    expect(served.length).toBeGreaterThan(1000)
  }
  const counted = await testEnv()
    .DB.prepare('select path, bytes from owned_files')
    .all<{ path: string; bytes: number }>()
  for (const { path, bytes } of counted.results) expect((await testEnv().FILES.head(path))!.size).toBe(bytes)
})

it('keeps images stored by the service unchanged', async () => {
  const content = withSecrets(portraitBytes())
  const app = createTestApp()
  const stored = await upload(app, { file: new Blob([content]), path: 'shelf/a.jpg', headers: as.service() })
  const served = await (await app.send(await getPublicPath(stored))).arrayBuffer()
  expect(new Uint8Array(served)).toEqual(content)
})

it('stores separate photos for two visitors behind one IP address with one idempotency key, and repeats each response', async () => {
  const app = createTestApp()
  const send = async (photo: Uint8Array<ArrayBuffer>) => {
    const headers = { 'idempotency-key': 'upload-1', 'user-agent': 'Firefox/140.0', 'cf-connecting-ip': '192.0.2.1' }
    const file = new Blob([photo], { type: 'image/jpeg' })
    return getPublicPath(
      await upload(app, { file, path: 'player-photos/1.jpg', headers: { ...as.public(), ...headers } }),
    )
  }
  const [ann, ben, again] = [
    await send(portraitBytes()),
    await send(withSecrets(portraitBytes())),
    await send(portraitBytes()),
  ]
  expect(ben).not.toBe(ann)
  expect(again).toBe(ann)
})

it('forbids caches to store responses about files', async () => {
  const found = await createTestApp().send(`/api/storage/${PROJECT}/list`, { headers: as.service() })
  expect([found.status, found.headers.get('cache-control')]).toEqual([200, 'no-store'])
})
