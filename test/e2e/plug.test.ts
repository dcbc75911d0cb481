import assert from 'node:assert/strict'
import { createServer, request as forward } from 'node:http'
import { after, before, describe, test } from 'node:test'
import type { Generation } from '#shared/contracts/generations.ts'
import { freePort, type Server, startPair, startServer } from './support/server.ts'
import { openStore } from './support/store.ts'
import { createVisitor, makePublicCard } from './support/visitor.ts'

/**
 * Stands between the edge and a backend on another instance and can hold its image engine up, so that there is a
 * middle to pull the plug in.
 */
async function startSlowPath(coreUrl: () => string) {
  const path = { url: '', holdMs: 0, asked: 0, server: createServer() }
  path.server.on('request', async (request, response) => {
    if (request.url?.includes('/api/ai/')) {
      path.asked++
      await new Promise((resolve) => setTimeout(resolve, path.holdMs))
    }
    // The headers go on as they are, the host too: the backend then names its files by this address.
    const { hostname, port } = new URL(coreUrl())
    const onward = forward({ hostname, port, path: request.url, method: request.method, headers: request.headers })
    onward.once('response', (answer) => answer.pipe(response.writeHead(answer.statusCode!, answer.headers)))
    onward.once('error', () => response.destroy())
    request.pipe(onward)
  })
  const port = await freePort()
  await new Promise<void>((resolve) => path.server.listen(port, '127.0.0.1', resolve))
  path.url = `http://127.0.0.1:${port}`
  return path
}

describe('pulling the plug in the middle of a generation', () => {
  let core: Server
  let edge: Server
  let slow: Awaited<ReturnType<typeof startSlowPath>>

  before(async () => {
    let coreUrl = ''
    slow = await startSlowPath(() => coreUrl)
    ;[core, edge] = await startPair((url) => {
      coreUrl = url
      return slow.url
    })
  })
  after(async () => {
    slow.server.close()
    slow.server.closeAllConnections()
    await edge.close()
    await core.close()
  })

  test('after a new start the card is ready or failed within 60 s and the photo is gone', async () => {
    slow.holdMs = 20_000
    const visitor = createVisitor(edge.url)
    await visitor.arrive()
    const response = await visitor.generate()
    assert.equal(response.status, 202)
    const { id } = (await response.json()) as Generation
    const drawing = await visitor.watch(id, ({ state, attempt }) => state === 'drawing' && attempt === 1)
    assert.equal(drawing.card, null)
    const photos = () =>
      openStore(core.dataDir)
        .files()
        .filter((key) => key.startsWith('player-photos/'))
    assert.equal(photos().length, 1)

    await edge.kill()
    slow.holdMs = 0
    const restarted = Date.now()
    edge = await startServer({
      env: { BACKEND_CORE_URL: slow.url },
      dataDir: edge.dataDir,
      port: Number(new URL(edge.url).port),
    })
    const over = await visitor.watch(id, undefined, 60_000)

    assert.ok(['ready', 'failed'].includes(over.state), over.state)
    assert.ok(Date.now() - restarted < 60_000)
    for (let i = 0; i < 50 && photos().length > 0; i++) await new Promise((resolve) => setTimeout(resolve, 100))
    assert.deepEqual(photos(), [])
    assert.ok(over.attempt >= 2, 'the interrupted try is counted')
  })
})

describe('pulling the plug of the only instance', () => {
  test('loses neither the card that was being drawn nor one that was saved and voted for, and no photo stays', async () => {
    let server = await startServer()
    try {
      const maker = createVisitor(server.url)
      const saved = await makePublicCard(maker)
      assert.equal((await maker.post(`/api/cards/${saved.id}/votes`, { votes: 1 })).status, 200)
      const { id } = (await (await maker.generate({ nickname: 'Interrupted' })).json()) as Generation

      await server.kill()
      server = await startServer({ dataDir: server.dataDir, port: Number(new URL(server.url).port) })
      const over = await maker.watch(id, undefined, 60_000)

      assert.ok(['ready', 'failed'].includes(over.state), over.state)
      const store = openStore(server.dataDir)
      const photos = () => store.files().filter((key) => key.startsWith('player-photos/'))
      for (let i = 0; i < 100 && photos().length > 0; i++) await new Promise((resolve) => setTimeout(resolve, 100))
      assert.deepEqual(photos(), [])
      const [row] = store.rows('select votes, visibility from fantasy_football_cards where id = ?', saved.id)
      assert.deepEqual({ ...row }, { votes: 1, visibility: 'public' })
      assert.equal((await fetch(saved.imageUrl)).status, 200)
      assert.equal((await maker.post(`/api/cards/${saved.id}/votes`, { votes: 2 })).status, 409)
    } finally {
      await server.close()
    }
  })
})
