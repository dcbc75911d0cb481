import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { compatibilityDate } from '../support/serve-worker.ts'
import { getCpuMs, listRuntimes } from './processes.ts'

/** An empty WebAssembly module. The renderer cannot be instantiated with it. */
const EMPTY_MODULE = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00)
const SECRETS = ['SERVICE_KEY', 'TOKEN_SECRET', 'VISITOR_SECRET']
/** Number of starts. The fastest counts, because a busy machine only makes starts slower. */
const STARTS = 5

/** Starts the Worker on request, so that the start can be measured. */
const STARTER = `
export default {
  async fetch(request) {
    if (!request.url.endsWith('/start')) return new Response('waiting')
    await import('./index.mjs')
    return new Response('started')
  },
}`

/**
 * Starts the bundle with an empty module in place of the renderer, and sends a request that draws no picture. The
 * Worker responds only if it instantiates no WebAssembly at start-up.
 *
 * @param {import('../support/bundle-worker.ts').WorkerModule[]} modules
 * @returns {Promise<boolean>} true if it responds
 */
export async function startsWithoutRenderer(modules) {
  const withoutRenderer = modules.map((module) =>
    module.type === 'CompiledWasm' ? { ...module, contents: EMPTY_MODULE } : module,
  )
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      name: 'start-up',
      modules: withoutRenderer,
      compatibilityDate: compatibilityDate(),
      d1Databases: ['DB'],
      r2Buckets: ['FILES'],
      kvNamespaces: ['GATE'],
      durableObjects: { JOBS: { className: 'GenerationJob', useSQLite: true } },
      bindings: {
        PROJECT_ID: 'fantasy-cards',
        PUBLIC_KEY: 'public-fantasy-cards',
        DONATION_URL: 'https://donate.example',
        PUBLIC_URL: 'https://cards.example',
        ...Object.fromEntries(SECRETS.map((name) => [name, name.padEnd(40, '-')])),
      },
    }),
  )
  try {
    const response = await runtime.dispatchFetch('https://cards.example/art/gear/green-bay-packers/duck.svg')
    return response.status === 200 && (await response.text()).startsWith('<svg')
  } finally {
    await runtime.dispose()
  }
}

/**
 * Measures the CPU time of the Worker's start: the modules' work before the first request is handled. The runtime has
 * read all scripts before that.
 *
 * @param {import('../support/bundle-worker.ts').WorkerModule[]} modules
 * @returns {Promise<number>} milliseconds of CPU time; NaN where the kernel does not report it
 */
export async function startMilliseconds(modules) {
  const times = []
  for (let i = 0; i < STARTS; i++) times.push(await oneStart(modules))
  return Math.min(...times)
}

async function oneStart(modules) {
  const others = new Set(listRuntimes(process.pid))
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      name: 'start-up',
      modules: [{ type: 'ESModule', path: 'starter.js', contents: STARTER }, ...modules],
      compatibilityDate: compatibilityDate(),
    }),
  )
  const ask = async (path) => (await runtime.dispatchFetch(`https://cards.example${path}`)).text()
  try {
    // Serving the first requests is not part of the start.
    for (let i = 0; i < STARTS; i++) await ask('/')
    const started = listRuntimes(process.pid).filter((pid) => !others.has(pid))
    const spent = () => started.reduce((sum, pid) => sum + getCpuMs(pid), started.length > 0 ? 0 : Number.NaN)
    const before = spent()
    if ((await ask('/start')) !== 'started') throw new Error('The Worker does not start.')
    return spent() - before
  } finally {
    await runtime.dispose()
  }
}
