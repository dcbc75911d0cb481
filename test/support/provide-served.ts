import type { TestProject } from 'vitest/node'
import { type Answering, type Asked, ordinary } from './ai-stand-ins.ts'
import { serveWorker } from './serve-worker.ts'

type AiServices = {
  readonly services: { readonly url: string; readonly asked: Asked[]; answering: Answering }
  readonly settingsFor: (provider: string) => Record<string, string>
  readonly close: () => void
}
type Web = { readonly url: string; readonly asked: unknown[]; readonly close: () => void }

// They are checked with the journeys, by the types of Node; what is here, by those of Workers.
const journeys = (name: string): Promise<unknown> => import(new URL(`../e2e/support/${name}`, import.meta.url).href)

/** Requests to the stand-in of the web; nothing is logged. */
export const STAND_IN_SECRET = 'a-very-secret-key'

const withoutBytes = (_: string, value: unknown) => (value instanceof Uint8Array ? `${value.length} bytes` : value)

/** Request lines, and failures that the cases provoke. In process, a test takes those from the console. */
const EXPECTED = /"event":"request"|"code":"(?:AI_NOT_CONFIGURED|NOT_CONFIGURED|UPSTREAM_FAILED)"/

const report = (line: string) => void (EXPECTED.test(line) || process.stderr.write(`${line}\n`))

/** For as long as the tests run: the Worker over HTTP, and on this machine the services of others that it calls. */
export default async function provideServed(project: TestProject) {
  const { startAiServices } = (await journeys('ai-services.ts')) as { startAiServices: () => Promise<AiServices> }
  const { startWeb } = (await journeys('web-stand-in.ts')) as { startWeb: () => Promise<Web> }
  const [ai, web] = await Promise.all([startAiServices(), startWeb()])
  const { services } = ai
  const told: Readonly<Record<string, unknown[]>> = { '/ai': services.asked, '/web': web.asked }
  services.answering = (request) => {
    if (request.provider !== 'asked') return ordinary(request)
    // This question is none of theirs.
    services.asked.pop()
    return new Response(JSON.stringify(told[request.path]!.splice(0), withoutBytes))
  }
  const settings = {
    ...ai.settingsFor('openai'),
    DATA_ALLOW_LOOPBACK: 'true',
    DATA_RESOLVER_URL: `${web.url}/dns`,
    DATA_SECRETS: JSON.stringify({ key: { value: STAND_IN_SECRET, hosts: [new URL(web.url).host] } }),
    SEARCH_PROVIDER: 'searxng',
    SEARCH_URL: web.url,
  }
  const { url, close } = await serveWorker(settings, report)
  project.provide('servedUrl', url)
  project.provide('others', { settings, webUrl: web.url, askedUrl: `${services.url}/asked` })
  return async () => {
    ai.close()
    web.close()
    await close()
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    servedUrl: string
    /**
     * Stand-ins of other people's services, the settings that point at them, and where they say what they were asked.
     */
    others: { readonly settings: Readonly<Record<string, string>>; readonly webUrl: string; readonly askedUrl: string }
  }
}
