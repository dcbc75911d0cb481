import { readD1Migrations } from '@cloudflare/vitest-plugin'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url).href)

/** Settings of the served Worker; never those of a deployment. */
export const SERVED = {
  APP_ENV: 'local',
  PROJECT_ID: 'fantasy-cards',
  PUBLIC_KEY: 'public-fantasy-cards',
  SERVICE_KEY: 'service-key-for-tests-0123456789abcdef',
  TOKEN_SECRET: 'token-secret-for-tests-0123456789abcdef',
  VISITOR_SECRET: 'visitor-secret-for-tests-0123456789abcdef',
  DONATION_URL: 'https://www.redcross.org/donate',
}

async function bundled(): Promise<string> {
  const made = await build({
    configFile: false,
    root: pathOf('../..'),
    logLevel: 'error',
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: pathOf('rest-worker.ts'),
      write: false,
      target: 'es2023',
      rollupOptions: { external: [/^(?:cloudflare|node):/], output: { codeSplitting: false } },
    },
  })
  const [{ output }] = (Array.isArray(made) ? made : [made]) as [{ output: { type: string; code?: string }[] }]
  return output.find(({ type }) => type === 'chunk')!.code!
}

/** The tables, files and sign-in of the embedded backend in a runtime of their own, migrated and empty, reached over HTTP. */
export async function serveRest() {
  const runtime = new Miniflare(
    convertV4MiniflareOptions({
      name: 'rest',
      modules: true,
      script: await bundled(),
      compatibilityDate: '2026-10-06',
      d1Databases: ['DB'],
      r2Buckets: ['FILES'],
      bindings: SERVED,
    }),
  )
  const url = String(await runtime.ready).replace(/\/$/, '')
  const db = await runtime.getD1Database('DB')
  for (const { queries } of await readD1Migrations(pathOf('../../worker/backend/migrations')))
    await db.batch(queries.map((query) => db.prepare(query)))
  return { url, db, close: () => runtime.dispose() }
}
