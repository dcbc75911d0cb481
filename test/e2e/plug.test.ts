import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Generation } from '#shared/contracts/generations.ts'
import { AUTH_FAILURE } from '#shared/client/error-texts.ts'
import { LABELS } from '#shared/domain/messages.ts'
import { launchBrowser, openTab } from './support/browser.ts'
import { fillForm, generateButton, holdsForm } from './support/form.ts'
import { arriveAt } from './support/mishap.ts'
import { notBrowsersOwn } from './support/network.ts'
import { openPassage, type Passage } from './support/passage.ts'
import { toastSays } from './support/path.ts'
import { type Server, startPair, startServer } from './support/server.ts'
import { openStore } from './support/store.ts'
import { createVisitor, makePublicCard } from './support/visitor.ts'

const photosOf = ({ dataDir }: Server) =>
  openStore(dataDir)
    .files()
    .filter((key) => key.startsWith('player-photos/'))

/** They go within ten seconds, once what they were for is over. */
async function untilNone(list: () => string[]): Promise<void> {
  for (let i = 0; i < 100 && list().length > 0; i++) await new Promise((resolve) => setTimeout(resolve, 100))
  assert.deepEqual(list(), [])
}

describe('pulling the plug in the middle of a generation @long', () => {
  let core: Server
  let edge: Server
  let between: Passage
  /** How long the image engine is held up, so that there is a middle to pull the plug in. */
  let holdMs = 0

  const photos = () => photosOf(core)

  before(async () => {
    let coreUrl = ''
    between = await openPassage(
      () => coreUrl,
      async ({ url }) => {
        if (url?.includes('/api/ai/')) await new Promise((resolve) => setTimeout(resolve, holdMs))
      },
    )
    ;[core, edge] = await startPair((url) => {
      coreUrl = url
      return between.url
    })
  })
  after(async () => {
    between.close()
    await edge.close()
    await core.close()
  })

  test('a cancel that fails is said so, and the next one takes the photo away and gives the form back', async () => {
    holdMs = 20_000
    const browser = await launchBrowser()
    const { page, complaints } = await openTab(browser, edge.url)
    await arriveAt(page, '/')
    await fillForm(page)
    await generateButton(page).click()
    await page.getByText('You can leave this page. Your card will wait here.').waitFor()
    await page.route('**/cancel', (route) => route.abort('connectionfailed'))
    await page.getByRole('button', { name: LABELS.cancel }).click()
    await toastSays(page, AUTH_FAILURE.NETWORK_ERROR)
    assert.equal(photos().length, 1)

    await page.unroute('**/cancel')
    await page.getByRole('button', { name: LABELS.cancel }).click()
    await holdsForm(page)
    await untilNone(photos)
    assert.deepEqual(openStore(core.dataDir).rows('select id from generations'), [])
    assert.deepEqual(complaints.filter(notBrowsersOwn), [])
    await browser.close()
  })

  test('after a new start the card is ready or failed within 60 s and the photo is gone', async () => {
    holdMs = 20_000
    const visitor = createVisitor(edge.url)
    await visitor.arrive()
    const response = await visitor.generate()
    assert.equal(response.status, 202)
    const { id } = (await response.json()) as Generation
    const drawing = await visitor.watch(id, ({ state, attempt }) => state === 'drawing' && attempt === 1)
    assert.equal(drawing.card, null)
    assert.equal(photos().length, 1)

    await edge.kill()
    holdMs = 0
    const restarted = Date.now()
    edge = await startServer({
      env: { BACKEND_CORE_URL: between.url },
      dataDir: edge.dataDir,
      port: Number(new URL(edge.url).port),
    })
    const over = await visitor.watch(id, undefined, 60_000)

    assert.ok(['ready', 'failed'].includes(over.state), over.state)
    assert.ok(Date.now() - restarted < 60_000)
    await untilNone(photos)
    assert.ok(over.attempt >= 2, 'the interrupted try is counted')
  })
})

describe('pulling the plug of the only instance @long', () => {
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
      await untilNone(() => photosOf(server))
      const [row] = store.rows('select votes, visibility from fantasy_football_cards where id = ?', saved.id)
      assert.deepEqual({ ...row }, { votes: 1, visibility: 'public' })
      assert.equal((await fetch(saved.imageUrl)).status, 200)
      assert.equal((await maker.post(`/api/cards/${saved.id}/votes`, { votes: 2 })).status, 409)
    } finally {
      await server.close()
    }
  })
})
