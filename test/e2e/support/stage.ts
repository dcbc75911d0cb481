import type { Browser, BrowserContextOptions } from 'playwright-core'
import { launchBrowser, openTab, PHONE, type Tab } from './browser.ts'
import { freePort, type Server, startServer } from './server.ts'
import { openStore, type Store } from './store.ts'
import { createVisitor, makePublicCard } from './visitor.ts'

/** Where a whole run says that its stage stands; a file that is run alone sets one up for itself. */
export const STAGE_VARIABLE = 'E2E_STAGE'
/** Two ink their faces bare, two under something: what the lists show is not four times the same. */
const SEEDED_ARMOR = ['duck', 'helmet', 'none', 'goggles']

/** The site's admin. */
export const ADMIN = 'admin@example.com'

/** What the site is called at the service that people may sign in by. */
export const IDENTITY_CLIENT = { id: 'fantasy-cards', secret: 'a-secret-of-this-machine-alone', name: 'Fan Club' }

export type Place = Pick<Server, 'url' | 'dataDir'> & {
  /** Public cards that no journey changes but by votes and reports. */
  cardIds: string[]
  /** Where a service stands that people may sign in by, and a site that tokens may go to, once a file has started them. */
  identityPort: number
  partnerPort: number
}

export type Stage = Place & {
  store: Store
  browser: Browser
  /** A fresh visitor's tab. */
  open: (viewport?: typeof PHONE, more?: BrowserContextOptions) => Promise<Tab>
  close: () => Promise<void>
}

/** A server on which nothing is scarce, and a few cards in its Hall. */
export async function setUp(): Promise<{ place: Place; server: Server }> {
  const [identityPort, partnerPort] = [await freePort(), await freePort()]
  const server = await startServer({
    env: {
      LIMITS: 'relaxed',
      ADMIN_EMAILS: ADMIN,
      ALLOWED_ORIGINS: `http://partner.localhost:${partnerPort}`,
      OIDC_CLIENT_ID: IDENTITY_CLIENT.id,
      OIDC_CLIENT_SECRET: IDENTITY_CLIENT.secret,
      OIDC_DISCOVERY_URL: `http://127.0.0.1:${identityPort}`,
      OIDC_NAME: IDENTITY_CLIENT.name,
    },
  })
  const cardIds = []
  for (const armor of SEEDED_ARMOR) {
    const visitor = createVisitor(server.url)
    await visitor.arrive()
    cardIds.push((await makePublicCard(visitor, { armor })).id)
  }
  return { place: { url: server.url, dataDir: server.dataDir, cardIds, identityPort, partnerPort }, server }
}

/** The server that journeys without settings of their own share, and a browser of this file's own. */
export async function enterStage(): Promise<Stage> {
  const told = process.env[STAGE_VARIABLE]
  if (told !== undefined) return stageAt(JSON.parse(told) as Place)
  const { place, server } = await setUp()
  return stageAt(place, server)
}

/** A server without a card for one file alone, whose journeys would change what all others see. */
export async function enterOwnStage(env: Record<string, string> = {}): Promise<Stage> {
  const server = await startServer({ env: { LIMITS: 'relaxed', ADMIN_EMAILS: ADMIN, ...env } })
  const { url, dataDir } = server
  return stageAt({ url, dataDir, cardIds: [], identityPort: 0, partnerPort: 0 }, server)
}

/** @param own the server that is closed with it */
async function stageAt(place: Place, own?: Server): Promise<Stage> {
  const browser = await launchBrowser()
  return {
    ...place,
    store: openStore(place.dataDir),
    browser,
    open: (viewport, more) => openTab(browser, place.url, viewport, more),
    close: async () => {
      await browser.close()
      await own?.close()
    },
  }
}
