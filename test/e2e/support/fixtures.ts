import { type BrowserContext, type BrowserContextOptions, expect, type Page, test as base } from '@playwright/test'
import { readSeededCards } from './global-setup.ts'
import { type Host, readHosts } from './hosts.ts'
import { filterUnexpected, isRemovedPicture } from './network.ts'
import { PHONE } from './screens.ts'
import { openStore, type Store } from './store.ts'

/** A running server, its stored data, and the cards in its Hall. */
export type Site = Host & {
  store: Store
  /** Public cards that tests change only by votes and reports; empty on servers without seeded cards. */
  cardIds: string[]
}

/** A visitor's tab. */
export type Tab = {
  page: Page
  context: BrowserContext
  /** Console errors and warnings of the tab so far. A test that expects some removes them with `splice(0)`. */
  complaints: string[]
}

export type OpenTab = (viewport?: { width: number; height: number }, options?: BrowserContextOptions) => Promise<Tab>

type Fixtures = {
  /** The tab of a new visitor at 390 px; `page` and `context` belong to it. */
  tab: Tab
  /** Opens a tab for another new visitor, in its own context. */
  openTab: OpenTab
}

type WorkerFixtures = {
  site: Site
}

/** The test function of every end-to-end test: a site, new visitors, and a console that must stay silent. */
export const test = base.extend<Fixtures, WorkerFixtures>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use, { project }) => {
      const hosts = readHosts()
      const host = { site: hosts.site, 'stand-ins': hosts.standIns }[project.name] ?? hosts.edge
      // The edge stores nothing: the data is with its backend.
      const dataDir = host === hosts.edge ? hosts.core.dataDir : host.dataDir
      await use({
        ...host,
        store: openStore(dataDir),
        cardIds: project.name === 'site' ? readSeededCards(host.dataDir) : [],
      })
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- as above
  baseURL: async ({ site }, use) => use(site.url),
  openTab: async ({ browser, site }, use) => {
    const tabs: Tab[] = []
    await use(async (viewport = PHONE, options = {}) => {
      const context = await browser.newContext({
        viewport,
        baseURL: site.url,
        acceptDownloads: true,
        reducedMotion: 'reduce',
        ...options,
      })
      await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: site.url })
      const tab = { page: await context.newPage(), context, complaints: listenToConsole(context) }
      tabs.push(tab)
      return tab
    })
    const complaints = tabs
      .flatMap((tab) => filterUnexpected(tab.complaints))
      .filter((complaint) => !isRemovedPicture(complaint, site.cardIds))
    await Promise.all(tabs.map(({ context }) => context.close()))
    expect(complaints, 'the console stays silent').toEqual([])
  },
  tab: async ({ openTab }, use) => use(await openTab()),
  context: async ({ tab }, use) => use(tab.context),
  page: async ({ tab }, use) => use(tab.page),
})

export { expect }

/** Collects console errors, warnings and uncaught errors of every page of a context. */
function listenToConsole(context: BrowserContext): string[] {
  const complaints: string[] = []
  context.on('console', (message) => {
    if (message.type() !== 'error' && message.type() !== 'warning') return
    complaints.push(`${message.text()} (${message.location().url})`)
  })
  context.on('weberror', (error) => complaints.push(String(error.error())))
  return complaints
}
