/** `npm start`: installs, builds, migrates and serves the app. Reads PORT, DATA_DIR and LIMITS from the environment. */
import { resolve } from 'node:path'
import { localState } from './env.mjs'
import { migrate } from './migrate.mjs'
import { onOrphaned } from './orphan.mjs'
import { prepare } from './prepare.mjs'
import { serve } from './serve.mjs'

const port = Number(process.env.PORT || 8787)
const dataDir = process.env.DATA_DIR ? resolve(process.env.DATA_DIR) : localState

try {
  await prepare()
  await migrate(dataDir)
  const server = await serve({ port, dataDir })
  process.on('exit', server.kill)
  const stop = () => server.stop().then(() => process.exit(0))
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, () => void stop())
  onOrphaned(stop)
  process.stdout.write(`Serving ${server.url}\n`)
  process.exit(await server.ended)
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
