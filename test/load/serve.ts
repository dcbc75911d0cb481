/**
 * A process of its own that serves the Worker, so that it can be killed as a machine fails: it prints its address, its
 * runtime's process id and nothing more. DATA_DIR is where its data is kept; what is there already is not migrated again.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serveWorker } from '../support/serve-worker.ts'
import { runtimesOf } from '../bench/processes.ts'

const folder = process.env['DATA_DIR']!
const isNew = !existsSync(join(folder, 'd1'))
const { url } = await serveWorker({ LIMITS: 'relaxed' }, () => {}, folder, isNew)
process.stdout.write(`${JSON.stringify({ url, pid: runtimesOf(process.pid)[0] })}\n`)
