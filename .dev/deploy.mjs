/**
 * `npm run deploy [-- --env staging]`: checks, builds, migrates the database, uploads the Worker and polls its `/ready`.
 * Stops at the first step that fails. The default environment is `production`.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { unstable_readConfig } from 'wrangler'
import { root, run } from './env.mjs'
import { build } from './prepare.mjs'

const ENVIRONMENTS = ['staging', 'production']
/** A new version takes a while to reach all locations. */
const ATTEMPTS = 10
const WAIT_MS = 3_000

try {
  const { env } = parseArgs({ options: { env: { type: 'string', default: 'production' } } }).values
  if (!ENVIRONMENTS.includes(env)) throw new Error(`Unknown environment ${env}: choose ${ENVIRONMENTS.join(' or ')}`)
  const { PUBLIC_URL: address } = unstable_readConfig({ config: join(root, 'wrangler.toml'), env }).vars
  if (!address) throw new Error(`PUBLIC_URL is missing in [env.${env}.vars] of wrangler.toml`)

  await show('npm', ['run', '--silent', 'check'])
  await build()
  // Migrates before deploying, because the running version can read the new schema too.
  await show('wrangler', ['d1', 'migrations', 'apply', 'DB', '--remote', '--env', env])
  await show('wrangler', ['deploy', '--env', env])
  if (!(await isReady(address)))
    throw new Error(`${address}/ready is not ready. To roll back: npx wrangler rollback --env ${env}`)
  process.stdout.write(`${address} is deployed and ready.\n`)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}

async function show(command, args) {
  const { code } = await run(command, args, { show: true })
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} failed. The remaining steps were not run.`)
}

async function isReady(address) {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    if (attempt > 0) await sleep(WAIT_MS)
    const response = await fetch(new URL('/ready', address), { signal: AbortSignal.timeout(30_000) }).catch(() => null)
    if (response?.status === 200) return true
  }
  return false
}
