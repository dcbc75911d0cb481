import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'

/** A WebAssembly module with nothing in it: whoever instantiates the renderer with it fails. */
const EMPTY_MODULE = Uint8Array.of(0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00)
const SECRETS = ['SERVICE_KEY', 'TOKEN_SECRET', 'VISITOR_SECRET']

/**
 * Starts the bundle as it would be deployed, but with an empty module in the renderer's place, and asks it for
 * something that needs no picture drawn. It can answer only if nothing is instantiated when it starts.
 *
 * @param {string[]} files of a dry run
 * @returns {Promise<{ answers: boolean, milliseconds: number }>} how long from the start to the first answer
 */
export async function startWithoutRenderer(files) {
  const moduleOf = (path) => {
    const name = basename(path)
    if (name.endsWith('.wasm')) return { type: 'CompiledWasm', path: name, contents: EMPTY_MODULE }
    const type = name.endsWith('.js') ? 'ESModule' : 'Data'
    return { type, path: name, contents: type === 'ESModule' ? readFileSync(path, 'utf8') : readFileSync(path) }
  }
  const [main, others] = [
    files.filter((path) => path.endsWith('index.js')),
    files.filter((path) => !path.endsWith('index.js')),
  ]
  const start = performance.now()
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      name: 'start-up',
      modules: [...main, ...others].map(moduleOf),
      compatibilityDate: '2026-10-06',
      d1Databases: ['DB'],
      r2Buckets: ['FILES'],
      kvNamespaces: ['GATE'],
      durableObjects: { JOBS: { className: 'GenerationJob', useSQLite: true } },
      bindings: {
        PROJECT_ID: 'fantasy-cards',
        PUBLIC_KEY: 'public-fantasy-cards',
        DONATION_URL: 'https://donate.example',
        ...Object.fromEntries(SECRETS.map((name) => [name, name.padEnd(40, '-')])),
      },
    }),
  )
  try {
    const response = await runtime.dispatchFetch('https://cards.example/art/gear/green-bay-packers/duck.svg')
    const body = await response.text()
    return { answers: response.status === 200 && body.startsWith('<svg'), milliseconds: performance.now() - start }
  } finally {
    await runtime.dispose()
  }
}
