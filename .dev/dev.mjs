/**
 * `npm run dev`: runs the Worker in workerd with real bindings behind Vite. Edits of pages are hot-reloaded, and edits of
 * the Worker restart it. PORT and DATA_DIR work as in `npm start`.
 */
import { spawn } from 'node:child_process'
import { join, resolve } from 'node:path'
import { root, toolEnv } from './env.mjs'
import { migrate } from './migrate.mjs'
import { onOrphaned } from './orphan.mjs'
import { prepare, watchWorker } from './prepare.mjs'
import { serve } from './serve.mjs'

const port = Number(process.env.PORT || 8787)
const dataDir = resolve(process.env.DATA_DIR || join(root, '.wrangler', 'state'))

try {
  await prepare()
  await migrate(dataDir)
  const worker = await serve({ port: port + 1, dataDir })
  process.on('exit', worker.kill)
  const watcher = await watchWorker()
  const options = ['--config', 'web/vite.config.ts', '--host', '127.0.0.1', '--port', String(port), '--strictPort']
  const vite = spawn('vite', options, { cwd: root, env: toolEnv({ WORKER_URL: worker.url }), stdio: 'inherit' })
  const stop = () => {
    vite.kill()
    void Promise.all([watcher.close(), worker.stop()]).then(() => process.exit(0))
  }
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(name, stop)
  onOrphaned(stop)
  const ended = new Promise((done) => {
    vite.on('error', () => done(127))
    vite.on('exit', (code) => done(code ?? 0))
  })
  process.exitCode = await Promise.race([ended, worker.ended])
  stop()
} catch (error) {
  process.stderr.write(`${error.message}\n`)
  process.exit(1)
}
