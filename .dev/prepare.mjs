import { randomBytes } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { localState, runOrThrow, root } from './env.mjs'
import { install } from './install.mjs'
import { migrate } from './migrate.mjs'
import { hashFiles, isCurrent, markCurrent } from './stamp.mjs'

const secret = () => randomBytes(32).toString('hex')

/** Writes the local settings with random secrets, unless they exist. */
export function writeDevVars() {
  const file = join(root, '.dev.vars')
  if (existsSync(file)) return
  const lines = [
    'APP_ENV=local',
    `SERVICE_KEY=${secret()}`,
    `TOKEN_SECRET=${secret()}`,
    `VISITOR_SECRET=${secret()}`,
    'ADMIN_EMAIL=admin@example.com',
    'ADMIN_EMAILS=admin@example.com',
  ]
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
}

/** Builds the web app, unless it is up to date. */
export async function buildWeb() {
  const stamp = join(root, 'node_modules', '.cache', 'web-built')
  const sources = hashFiles(['web', 'shared', 'package.json', 'package-lock.json'], {
    without: ['web/dist', 'web/server'],
  })
  if (existsSync(join(root, 'web', 'dist', 'index.html')) && isCurrent(stamp, sources)) return
  await runOrThrow('Building the web app', 'vite', [
    'build',
    '--app',
    '--config',
    'web/vite.config.ts',
    '--logLevel',
    'warn',
  ])
  markCurrent(stamp, sources)
}

/** Installs and builds what is missing. */
export async function prepare() {
  await install()
  writeDevVars()
  // The Worker needs fonts and network weights from the web build.
  await buildWeb()
}

/**
 * Build command of wrangler.toml. Wrangler runs it before it reads assets and `.dev.vars`, even for `deploy` and `types`,
 * but only `dev` needs local secrets and a database. Our own commands set `IS_PREPARED` to skip it.
 */
if (process.argv[1] === fileURLToPath(import.meta.url) && !process.env.IS_PREPARED) {
  if ((process.env.WRANGLER_COMMAND ?? 'dev') === 'dev') {
    writeDevVars()
    await migrate(localState)
  }
  await buildWeb()
}
