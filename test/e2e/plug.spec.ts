import { AUTH_FAILURE } from '#shared/client/error-texts.ts'
import type { Generation } from '#shared/contracts/generations.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { expect, test } from './support/fixtures.ts'
import { fillForm, generateButton, holdsForm } from './support/form.ts'
import { expectOnlyFailedRequests } from './support/network.ts'
import { arriveAt, press, expectToast } from './support/page.ts'
import { openProxy } from './support/http-proxy.ts'
import { type Server, startPair, startServer } from './support/server.ts'
import { openStore } from './support/store.ts'
import { createVisitor, makePublicCard } from './support/visitor.ts'

test.setTimeout(600_000)

const ENDED = /^(ready|failed)$/

const storedPhotos = ({ dataDir }: Server) =>
  openStore(dataDir)
    .files()
    .filter((key) => key.startsWith('player-photos/'))

/** Photos are deleted within seconds after their generation ends. */
const hasNoPhotos = (server: Server) => expect.poll(() => storedPhotos(server)).toEqual([])

/** Kills a server and restarts it with the same data and URL. */
async function restart(server: Server, env: Record<string, string> = {}): Promise<Server> {
  await server.kill()
  return startServer({ dataDir: server.dataDir, port: Number(new URL(server.url).port), env })
}

test('killing the only server loses no saved card, vote or generation, and leaves no photo', async () => {
  let server = await startServer()
  try {
    const maker = createVisitor(server.url)
    await maker.arrive()
    const saved = await makePublicCard(maker)
    expect((await maker.post(`/api/cards/${saved.id}/votes`, { votes: 1 })).status).toBe(200)
    const { id } = (await (await maker.generate({ nickname: 'Interrupted' })).json()) as Generation

    server = await restart(server)
    const over = await maker.watch(id, undefined, 120_000)
    expect(over.state).toMatch(ENDED)
    await hasNoPhotos(server)
    const card = 'select votes, visibility from fantasy_football_cards where id = ?'
    expect(openStore(server.dataDir).rows(card, saved.id)).toEqual([{ votes: 1, visibility: 'public' }])
    expect((await fetch(saved.imageUrl)).status).toBe(200)
    expect((await maker.post(`/api/cards/${saved.id}/votes`, { votes: 2 })).status).toBe(409)
  } finally {
    await server.close()
  }
})

test('a generation survives a failed cancel and a crash of the edge, and its photo is eventually deleted', async ({
  openTab,
}) => {
  /** Delays the image engine, so that there is a generation to interrupt. */
  let hold: Promise<void> | undefined
  let coreUrl = ''
  const proxy = await openProxy(
    () => coreUrl,
    async ({ url }) => {
      if (url?.includes('/api/ai/')) await hold
    },
  )
  const [core, firstEdge] = await startPair((url) => {
    coreUrl = url
    return proxy.url
  })
  let edge = firstEdge
  const holdEngine = () => {
    let release = () => {}
    hold = new Promise((resolve) => {
      release = resolve
    })
    return () => release()
  }
  try {
    await test.step('a visitor cancels again after a failure and has the form back', async () => {
      const release = holdEngine()
      const tab = await openTab(undefined, { baseURL: edge.url })
      const { page } = tab
      await arriveAt(page, '/')
      await fillForm(page)
      // Canceling before the form is accepted sends no request that could fail.
      const accepted = page.waitForResponse('**/api/generations')
      await generateButton(page).click()
      await expect(page.getByText('You can leave. Your card will be here when you get back.')).toBeVisible()
      await accepted
      await page.route('**/cancel', (route) => route.abort('connectionfailed'))
      await press(LABELS.cancel)(page)
      await expectToast(page, AUTH_FAILURE.NETWORK_ERROR)
      expect(storedPhotos(core)).toHaveLength(1)

      await page.unroute('**/cancel')
      await press(LABELS.cancel)(page)
      await holdsForm(page)
      release()
      await hasNoPhotos(core)
      expect(openStore(core.dataDir).rows('select id from generations')).toEqual([])
      expectOnlyFailedRequests(tab)
      await tab.context.close()
    })

    await test.step('a new edge ends what a killed one began', async () => {
      const release = holdEngine()
      const visitor = createVisitor(edge.url)
      await visitor.arrive()
      const { id } = (await (await visitor.generate()).json()) as Generation
      await visitor.watch(id, ({ state, attempt }) => state === 'drawing' && attempt === 1)
      expect(storedPhotos(core)).toHaveLength(1)

      await edge.kill()
      release()
      edge = await restart(edge, { BACKEND_CORE_URL: proxy.url })
      const over = await visitor.watch(id, undefined, 120_000)
      expect(over.state).toMatch(ENDED)
      expect(over.attempt, 'the interrupted try is counted').toBeGreaterThanOrEqual(2)
      await hasNoPhotos(core)
    })
  } finally {
    proxy.close()
    await edge.close()
    await core.close()
  }
})
