/**
 * Keeps erased data erased after a restore: run `npm run erasures -- save FILE` before it and `npm run erasures -- replay
 * FILE` after it. `--env staging|production` selects the deployed database and bucket. The default is the local ones,
 * while no server uses them.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readErasures, replayErasures } from '../worker/compose/replay-erasures.ts'
import { localState, root } from './env.mjs'

const USAGE = 'npm run erasures -- save|replay FILE [--env staging|production]'

/** Opens the database and bucket only. The whole configuration would start the Durable Objects. */
async function openStorage(env) {
  const { getPlatformProxy, unstable_readConfig } = await import('wrangler')
  const config = unstable_readConfig({ config: join(root, 'wrangler.toml'), ...(env && { env }) })
  const { compatibility_date: date, d1_databases: databases, r2_buckets: buckets } = config
  const remote = env !== undefined
  const folder = mkdtempSync(join(tmpdir(), 'erasures-'))
  const configPath = join(folder, 'wrangler.json')
  const bindings = (given) => given.map((binding) => ({ ...binding, remote }))
  const own = { name: 'erasures', d1_databases: bindings(databases), r2_buckets: bindings(buckets) }
  writeFileSync(configPath, JSON.stringify({ ...own, compatibility_date: date }))
  const persist = remote ? false : { path: join(localState, 'v3') }
  const proxy = await getPlatformProxy({ configPath, remoteBindings: remote, persist })
  return {
    db: proxy.env.DB,
    files: proxy.env.FILES,
    clock: Date.now,
    async close() {
      await proxy.dispose()
      rmSync(folder, { recursive: true })
    },
  }
}

async function main() {
  const { values, positionals } = parseArgs({ options: { env: { type: 'string' } }, allowPositionals: true })
  const [action, file] = positionals
  if (!['save', 'replay'].includes(action) || file === undefined) throw new Error(`Usage: ${USAGE}`)
  const saved = action === 'replay' ? JSON.parse(readFileSync(file, 'utf8')) : null
  const storage = await openStorage(values.env)
  try {
    const { accounts, cards, leagues } =
      saved === null ? await readErasures(storage) : await replayErasures(storage, saved)
    if (saved === null) writeFileSync(file, JSON.stringify({ accounts, cards, leagues }), { mode: 0o600 })
    const counts = [accounts, cards, leagues].map((erased) => (saved === null ? erased.length : erased))
    const [people, pictures, rooms] = counts
    const done = saved === null ? 'saved' : 'erased again'
    process.stdout.write(`${people} accounts, ${pictures} cards and ${rooms} leagues ${done}\n`)
  } finally {
    await storage.close()
  }
}

await main().catch((error) => {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
})
