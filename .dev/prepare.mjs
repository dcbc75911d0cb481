import { randomBytes } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
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

/** Builds the web app and then the Worker, which includes the server's build of the pages, unless they are up to date. */
export async function build() {
  await buildWeb()
  await buildOnce({
    what: 'Building the Worker',
    output: 'worker/dist/index.mjs',
    sources: ['worker', 'shared', 'web/server'],
    without: ['worker/dist'],
    options: ['--config', 'worker/vite.config.ts'],
  })
}

/** Rebuilds the Worker whenever its source changes. @returns {Promise<{ close: () => Promise<void> }>} */
export async function watchWorker() {
  // The files will differ from those of the last build.
  rmSync(getStamp('worker'), { force: true })
  const { build: watch } = await import('vite')
  const options = { watch: {}, emptyOutDir: false }
  return watch({ configFile: join(root, 'worker', 'vite.config.ts'), logLevel: 'warn', build: options })
}

const buildWeb = () =>
  buildOnce({
    what: 'Building the web app',
    output: 'web/dist/index.html',
    sources: ['web', 'shared'],
    without: ['web/dist', 'web/server'],
    options: ['--app', '--config', 'web/vite.config.ts'],
  })

async function buildOnce({ what, output, sources, without, options }) {
  const stamp = getStamp(output.split('/')[0])
  const hash = hashFiles([...sources, 'package.json', 'package-lock.json'], { without })
  if (existsSync(join(root, output)) && isCurrent(stamp, hash)) return
  // A build that is interrupted leaves no stamp of the one before.
  rmSync(stamp, { force: true })
  await runOrThrow(what, 'vite', ['build', ...options, '--logLevel', 'warn'])
  markCurrent(stamp, hash)
}

const getStamp = (part) => join(root, 'node_modules', '.cache', `${part}-built`)

/** Installs and builds what is missing. */
export async function prepare() {
  await install()
  writeDevVars()
  await build()
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
  await build()
}
