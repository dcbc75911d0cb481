/**
 * Erasures outlive a restore: `npm run erasures -- save FILE` before it, `npm run erasures -- replay FILE` after it. With
 * `--env staging|production` the deployed database and bucket; otherwise the local ones, which nothing may serve from.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readErasures, replayErasures } from '../worker/compose/replay-erasures.ts'
import { localState, root } from './env.mjs'

const USAGE = 'npm run erasures -- save|replay FILE [--env staging|production]'

/** Opens a database and its bucket alone: the whole configuration would start the Worker's objects. */
async function openPlace(env) {
  const { getPlatformProxy, unstable_readConfig } = await import('wrangler')
  const config = unstable_readConfig({ config: join(root, 'wrangler.toml'), ...(env && { env }) })
  const remote = env !== undefined
  const folder = mkdtempSync(join(tmpdir(), 'erasures-'))
  const configPath = join(folder, 'wrangler.json')
  const bindings = (given) => given.map((binding) => ({ ...binding, remote }))
  writeFileSync(
    configPath,
    JSON.stringify({
      name: 'erasures',
      compatibility_date: config.compatibility_date,
      d1_databases: bindings(config.d1_databases),
      r2_buckets: bindings(config.r2_buckets),
    }),
  )
  const proxy = await getPlatformProxy({
    configPath,
    remoteBindings: remote,
    persist: remote ? false : { path: join(localState, 'v3') },
  })
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
  const [act, file] = positionals
  if (!['save', 'replay'].includes(act) || file === undefined) throw new Error(`Usage: ${USAGE}`)
  const saved = act === 'replay' ? JSON.parse(readFileSync(file, 'utf8')) : null
  const place = await openPlace(values.env)
  try {
    const { accounts, cards } = saved === null ? await readErasures(place) : await replayErasures(place, saved)
    if (saved === null) writeFileSync(file, JSON.stringify({ accounts, cards }), { mode: 0o600 })
    const [people, pictures] = saved === null ? [accounts.length, cards.length] : [accounts, cards]
    process.stdout.write(`${people} accounts and ${pictures} cards ${saved === null ? 'noted' : 'erased again'}\n`)
  } finally {
    await place.close()
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await main().catch((error) => {
    process.stderr.write(`${error.message}\n`)
    process.exit(1)
  })
