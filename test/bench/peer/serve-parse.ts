import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../../e2e/support/server.ts'

/** With the Express that it is written for. */
const PACKAGES = ['parse-server@9.10.0']
const FOLDER = fileURLToPath(new URL('../../../node_modules/.cache/parse-server', import.meta.url).href)
const APP_ID = 'cards'
const MASTER_KEY = 'master-key-of-the-bench'
const DEBIAN_BINARIES = '/usr/lib/postgresql'

export const HEADERS = { 'x-parse-application-id': APP_ID, 'content-type': 'application/json' }
export const MASTER_HEADERS = { ...HEADERS, 'x-parse-master-key': MASTER_KEY }

export const isInstalled = (): boolean => existsSync(join(FOLDER, 'node_modules', 'parse-server'))

/** Installs Parse Server beside this project's own packages, into a folder that nothing else reads. */
export function install(): void {
  mkdirSync(FOLDER, { recursive: true })
  execFileSync('npm', ['install', '--prefix', FOLDER, '--no-save', '--no-audit', '--ignore-scripts', ...PACKAGES], {
    stdio: 'inherit',
  })
}

/** The folder of PostgreSQL's programs, the newest that Debian has installed; null where there is none. */
export function postgresPrograms(): string | null {
  if (!existsSync(DEBIAN_BINARIES)) return null
  const versions = readdirSync(DEBIAN_BINARIES).toSorted((a, b) => Number(b) - Number(a))
  return versions.map((one) => join(DEBIAN_BINARIES, one, 'bin')).find((bin) => existsSync(join(bin, 'initdb'))) ?? null
}

/**
 * PostgreSQL with empty data of its own on loopback, and Parse Server before it.
 *
 * @param bin PostgreSQL's programs. They refuse to run as root: then the user `postgres` runs them.
 */
export async function serveParse(bin: string) {
  const folder = mkdtempSync(join(tmpdir(), 'cards-peer-'))
  const data = join(folder, 'data')
  const isRoot = userInfo().uid === 0
  const own = (program: string, args: string[]): [string, string[]] =>
    isRoot ? ['runuser', ['-u', 'postgres', '--', join(bin, program), ...args]] : [join(bin, program), args]
  const run = (program: string, args: string[]) => execFileSync(...own(program, args), { stdio: 'pipe' })
  if (isRoot) {
    chmodSync(folder, 0o755)
    mkdirSync(data)
    const [uid, gid] = ['-u', '-g'].map((kind) => Number(execFileSync('id', [kind, 'postgres'])))
    chownSync(data, uid!, gid!)
  }
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync'])
  const [databasePort, port] = [await freePort(), await freePort()]
  const options = `-p ${databasePort} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${data}`
  run('pg_ctl', ['-D', data, '-w', '-o', options, '-l', join(data, 'log'), 'start'])

  const script = join(FOLDER, 'parse-server.mjs')
  copyFileSync(new URL('parse-server.mjs', import.meta.url), script)
  const DATABASE = `postgres://postgres@127.0.0.1:${databasePort}/postgres`
  const env = { ...process.env, PORT: String(port), DATABASE, APP_ID, MASTER_KEY, NODE_ENV: 'production' }
  // It writes its logs below the folder it runs in.
  const server = spawn(process.execPath, [script], { cwd: data, env, stdio: ['ignore', 'pipe', 'inherit'] })
  await listening(server)
  return {
    url: `http://127.0.0.1:${port}/parse`,
    /** Runs SQL, as an operator would. */
    sql: (text: string) => run('psql', ['-h', data, '-p', String(databasePort), '-U', 'postgres', '-c', text]),
    close: () => {
      server.kill()
      run('pg_ctl', ['-D', data, '-m', 'immediate', 'stop'])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const listening = (server: ChildProcess): Promise<void> =>
  new Promise((resolve, reject) => {
    server.stdout!.on('data', (text: Buffer) => text.includes('listening') && resolve())
    server.on('exit', (code) => reject(new Error(`Parse Server ended with ${code}`)))
  })
