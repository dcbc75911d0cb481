import { type Client } from '#shared/client/index.ts'
import { type AiServices, startAiServices } from './ai-services.ts'
import { test as base } from './fixtures.ts'
import { readHosts } from './hosts.ts'
import { createService } from './service.ts'
import { startWeb } from './web-stand-in.ts'

export { expect } from './fixtures.ts'

type StandIns = {
  /** The AI provider: the requests it received and the responses it gives. */
  ai: AiServices
  /** The rest of the web: the requests it received. */
  web: Awaited<ReturnType<typeof startWeb>>
  /** A client with the service key. */
  client: Client
}

/** The test function of tests whose server gets AI and web data from local stand-ins. */
export const test = base.extend<StandIns>({
  ai: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      const { services, close } = await startAiServices(readHosts().aiPort)
      await use(services)
      await close()
    },
    { auto: true },
  ],
  // oxlint-disable-next-line no-empty-pattern -- as above
  web: async ({}, use) => {
    const web = await startWeb(readHosts().webPort)
    await use(web)
    await web.close()
  },
  client: async ({ site }, use) => use(createService(site)),
})
