import type { TestProject } from 'vitest/node'
import { type Responder, respondNormally, type RecordedRequest } from './ai-stand-ins.ts'
import { serveWorker } from './serve-worker.ts'

type AiServices = {
  readonly services: { readonly url: string; readonly requests: RecordedRequest[]; respond: Responder }
  readonly settingsFor: (provider: string) => Record<string, string>
  readonly close: () => void
}
type Web = { readonly url: string; readonly requests: unknown[]; readonly close: () => void }

// Imported dynamically, because it is type-checked against Node's types, and this file against the Workers types.
const importE2eSupport = (name: string): Promise<unknown> =>
  import(new URL(`../e2e/support/${name}`, import.meta.url).href)

/** The secret in requests to the web stand-in. No log may contain it. */
export const STAND_IN_SECRET = 'a-very-secret-key'

const withoutBytes = (_: string, value: unknown) => (value instanceof Uint8Array ? `${value.length} bytes` : value)

/** Request lines, and failures that tests provoke. In-process tests take them from the console instead. */
const EXPECTED = /"event":"request"|"code":"(?:AI_NOT_CONFIGURED|NOT_CONFIGURED|UPSTREAM_FAILED)"/

const report = (line: string) => void (EXPECTED.test(line) || process.stderr.write(`${line}\n`))

/** Serves the Worker over HTTP while the tests run, with stand-ins for the services that it calls. */
export default async function provideServed(project: TestProject) {
  const { startAiServices } = (await importE2eSupport('ai-services.ts')) as {
    startAiServices: () => Promise<AiServices>
  }
  const { startWeb } = (await importE2eSupport('web-stand-in.ts')) as { startWeb: () => Promise<Web> }
  const [ai, web] = await Promise.all([startAiServices(), startWeb()])
  const { services } = ai
  const recorded: Readonly<Record<string, unknown[]>> = { '/ai': services.requests, '/web': web.requests }
  services.respond = (request) => {
    if (request.provider !== 'asked') return respondNormally(request)
    // Discards a request that the tests do not check.
    services.requests.pop()
    return new Response(JSON.stringify(recorded[request.path]!.splice(0), withoutBytes))
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
  project.provide('others', { settings, webUrl: web.url, requestsUrl: `${services.url}/asked` })
  return async () => {
    ai.close()
    web.close()
    await close()
  }
}

declare module 'vitest' {
  interface ProvidedContext {
    servedUrl: string
    /** Stand-ins for third-party services, the settings that point at them, and their recorded requests. */
    others: {
      readonly settings: Readonly<Record<string, string>>
      readonly webUrl: string
      readonly requestsUrl: string
    }
  }
}
