/**
 * A process of its own that serves the Worker, so that it can be killed as a machine fails: it prints its address, its
 * runtime's process id and nothing more. DATA_DIR is where its data is kept; what is there already is not
 * migrated again, and the Worker is the one that was bundled then.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { runtimesOf } from '../bench/processes.ts'
import type { WorkerModule } from '../support/bundle-worker.ts'
import { bundleServed, serveWorker } from '../support/serve-worker.ts'

const folder = process.env['DATA_DIR']!
const bundle = join(folder, 'worker.bundle')
const isNew = !existsSync(join(folder, 'd1'))
const modules = existsSync(bundle) ? (deserialize(readFileSync(bundle)) as WorkerModule[]) : await bundleServed()
if (!existsSync(bundle)) writeFileSync(bundle, serialize(modules))
const inspectorPort = Number(process.env['INSPECTOR_PORT'])
const { url } = await serveWorker({ LIMITS: 'relaxed' }, () => {}, {
  folder,
  isNew,
  modules,
  inspectorPort,
  isDirect: true,
})
process.stdout.write(`${JSON.stringify({ url, pid: runtimesOf(process.pid)[0] })}\n`)
