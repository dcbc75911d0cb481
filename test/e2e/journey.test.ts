import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { DESK, launchBrowser, openTab, PHONE } from './support/browser.ts'
import { walkFromSelfieToVote } from './support/path.ts'
import { type Server, startPair } from './support/server.ts'
import { openStore } from './support/store.ts'

describe('from a selfie to a voted card @core', () => {
  let browser: Browser
  let core: Server
  let edge: Server
  before(async () => {
    ;[core, edge] = await startPair()
    browser = await launchBrowser()
  })
  after(async () => {
    await browser.close()
    await edge.close()
    await core.close()
  })

  test('on a phone, everything on one instance', async () => {
    const tab = await openTab(browser, core.url, PHONE)
    const { cardId } = await walkFromSelfieToVote(tab, openStore(core.dataDir))
    const html = await (await fetch(`${core.url}/card/${cardId}`)).text()
    assert.match(html, /<meta property="og:title" content="Captain Quack #22 /)
    assert.match(html, new RegExp(`<meta property="og:image" content="${core.url}/og/${cardId}\\.\\w+\\.jpg"`))
    await tab.context.close()
  })

  test('on a desk, with the backend on a second instance, whose database and files then hold the card', async () => {
    const tab = await openTab(browser, edge.url, DESK)
    await walkFromSelfieToVote(tab, openStore(core.dataDir))
    assert.deepEqual(openStore(edge.dataDir).rows('select id from fantasy_football_cards'), [])
    assert.deepEqual(openStore(edge.dataDir).files(), [])
    await tab.context.close()
  })
})
