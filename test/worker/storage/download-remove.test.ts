import { beforeEach, describe, expect, it } from 'vitest'
import { createTestApp } from '../../support/app.ts'
import { as, PROJECT, putFile, sendJson, listStoredKeys } from '../../support/backend.ts'
import { freshDatabase, testEnv } from '../../support/env.ts'
import { portraitBytes } from '../../support/portrait.ts'

beforeEach(freshDatabase)

describe('downloading', () => {
  it('returns a URL that saves the file under the requested name', async () => {
    const app = createTestApp()
    await putFile(app, 'cards/a.jpg', portraitBytes())
    const response = await app.send(`/api/storage/${PROJECT}/download?path=cards/a.jpg&filename=x/ü.jpg`, {
      headers: as.public(),
    })
    const body = await response.json<{ downloadUrl: string }>()
    expect(body).toMatchObject({ filename: 'x/ü.jpg', contentType: 'image/jpeg', size: portraitBytes().length })

    const url = new URL(body.downloadUrl)
    const saved = await app.send(url.pathname + url.search)
    expect(saved.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''x_%C3%BC.jpg")
    await saved.arrayBuffer()
  })

  it('rejects downloads without a key, or of a missing file', async () => {
    const app = createTestApp()
    const ask = (headers: Record<string, string>) =>
      app.send(`/api/storage/${PROJECT}/download?path=cards/none.jpg`, { headers })
    expect((await ask(as.keyless())).status).toBe(401)
    const missing = await ask(as.service())
    expect(missing.status).toBe(404)
    expect(await missing.json()).toMatchObject({ message: 'File not found' })
  })
})

const FILES = ['player-photos/1.jpg', 'cards/1.jpg']
const REMOVALS = [
  ['the service', as.service, FILES, 200, []],
  ['the edge', as.edge, ['player-photos/1.jpg'], 200, ['cards/1.jpg']],
  ['the edge', as.edge, FILES, 403, FILES],
  ['the public key', as.public, ['player-photos/1.jpg'], 403, FILES],
  ['no key', as.keyless, ['player-photos/1.jpg'], 403, FILES],
  ['the service', as.service, [], 400, FILES],
  ['the service', as.service, ['../x'], 400, FILES],
  ['the service', as.service, ['cards/not-there.jpg'], 200, FILES],
] as const

describe('removing', () => {
  it('removes files for authorized callers only', async () => {
    const app = createTestApp()
    const responses = []
    for (const [who, headers, paths] of REMOVALS) {
      for (const path of FILES) await testEnv().FILES.put(path, 'x')
      const request = { method: 'DELETE', headers: await headers() }
      const { status } = await sendJson(app, `/api/storage/${PROJECT}/remove`, { paths }, request)
      responses.push([who, headers, paths, status, (await listStoredKeys()).toReversed()])
    }
    expect(responses).toEqual(REMOVALS)
  })
})
