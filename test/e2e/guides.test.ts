import assert from 'node:assert/strict'
import { execFile, spawn, type ChildProcess } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser } from 'playwright-core'
import { TEXT } from '../support/ai-stand-ins.ts'
import { startAiServices } from './support/ai-services.ts'
import { launchBrowser, listenTo } from './support/browser.ts'
import { freePort, type Server, startServer } from './support/server.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const run = promisify(execFile)

/** Where the guides have the backend, and the front end. */
const GUIDE_URL = 'http://127.0.0.1:8787'
const APP_URL = 'http://127.0.0.1:5173'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A block of a guide: commands, commands that go on running, or a file, which its first line names. */
type Block =
  | { readonly kind: 'commands' | 'server'; readonly text: string }
  | { readonly kind: 'file'; readonly name: string; readonly text: string }

const NAME = /^(?:\/\/|<!--) ([\w.-]+)(?: -->)?\n/

function blocksOf(guide: string): Block[] {
  const text = readFileSync(path.join(ROOT, 'shared/client', guide), 'utf8')
  return [...text.matchAll(/^```(\w+)(?: (\w+))?\n([\s\S]*?)^```/gm)].map(([, language, mode, code]): Block => {
    if (language === 'sh') return { kind: mode === 'server' ? 'server' : 'commands', text: code! }
    const name = NAME.exec(code!)?.[1]
    assert.ok(name, `a block of ${guide} names no file:\n${code}`)
    return { kind: 'file', name, text: code! }
  })
}

/** The files that a guide comes to: what has one name is one file, in the order of the guide. */
function filesOf(blocks: readonly Block[]): Map<string, string> {
  const files = new Map<string, string>()
  for (const block of blocks) {
    if (block.kind !== 'file') continue
    const before = files.get(block.name)
    files.set(block.name, before === undefined ? block.text : `${before}\n${block.text.replace(NAME, '')}`)
  }
  return files
}

/** The settings that a guide has the backend start with, for an app at another port. */
function startOf(guide: string, port: number): Record<string, string> {
  const commands = blocksOf(guide).map(({ text }) => text)
  const [, settings = ''] = /^((?:\w+=\S+ )*)npm start$/m.exec(commands.join('\n')) ?? assert.fail('nothing is started')
  const pairs = [...settings.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]): [string, string] => [name!, value!])
  return Object.fromEntries(pairs.map(([name, value]) => [name, value.replace(APP_URL, `http://127.0.0.1:${port}`)]))
}

describe('the guides for other apps @core', () => {
  let server: Server
  /** Where the front end is served. */
  let port: number
  let ai: Awaited<ReturnType<typeof startAiServices>>
  /** Where the project and the new apps lie beside each other. */
  let folder: string
  const running: ChildProcess[] = []

  before(async () => {
    ai = await startAiServices()
    port = await freePort()
    server = await startServer({ env: { ...startOf('own-front-end.md', port), ...ai.settingsFor('openai') } })
    folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'guides-'))
    symlinkSync(ROOT, path.join(folder, 'fantasy-football-cards'))
  })
  after(async () => {
    for (const child of running) child.kill()
    ai.close()
    await server.close()
    rmSync(folder, { recursive: true, force: true })
  })

  const env = (more: Record<string, string> = {}) => ({
    ...process.env,
    PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}`,
    npm_config_offline: 'true',
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    ...more,
  })

  /** Runs commands as a person types them. @returns what they said, and the folder they end in */
  async function type(commands: string, cwd: string): Promise<{ said: string; cwd: string }> {
    const { stdout } = await run('bash', ['-euc', `${commands}\necho "@$PWD"`], { cwd, env: { ...env(), PWD: cwd } })
    const [said, end] = stdout.trimEnd().split(/\n?@(?=\/[^\n]*$)/)
    return { said: said ?? '', cwd: end! }
  }

  /** Does what a guide says, block by block, but for `npm start`, which runs already. @returns what its commands said */
  async function follow(
    blocks: readonly Block[],
    start: string,
    serve: (commands: string, cwd: string) => Promise<void>,
  ) {
    let cwd = start
    const said: string[] = []
    const known = new Map<string, string>()
    for (const block of blocks) {
      if (block.kind === 'file') {
        const text = known.has(block.name) ? `${known.get(block.name)}\n${block.text.replace(NAME, '')}` : block.text
        known.set(block.name, text)
        writeFileSync(path.join(cwd, block.name), text.replaceAll(GUIDE_URL, server.url))
      } else if (block.kind === 'server') {
        if (!/npm start$/m.test(block.text)) await serve(block.text, cwd)
      } else {
        const done = await type(block.text, cwd)
        said.push(done.said)
        cwd = done.cwd
      }
    }
    return { said, cwd }
  }

  for (const [guide, example] of [
    ['own-front-end.md', 'front-end'],
    ['existing-app.md', 'existing-app'],
  ] as const)
    test(`${guide} comes to the files of the example app`, () => {
      const from = path.join(ROOT, 'test/examples', example)
      const kept = readdirSync(from).map((name): [string, string] => [
        name,
        readFileSync(path.join(from, name), 'utf8'),
      ])
      assert.deepEqual(Object.fromEntries(filesOf(blocksOf(guide))), Object.fromEntries(kept))
    })

  test('a front end of one’s own is made, and used in a browser', async () => {
    const { said } = await follow(
      blocksOf('own-front-end.md'),
      folder,
      (commands, cwd) =>
        new Promise((resolve, reject) => {
          const child = spawn('bash', ['-euc', `exec ${commands}`], { cwd, env: env({ PORT: String(port) }) })
          running.push(child)
          child.once('exit', (code) => reject(new Error(`${commands} ended with ${code}`)))
          child.stdout.on('data', (chunk: Buffer) => {
            if (String(chunk).includes(`Serving http://127.0.0.1:${port}`)) resolve()
          })
        }),
    )
    assert.match(said.join('\n'), /The table is there\./)

    const browser: Browser = await launchBrowser()
    try {
      const context = await browser.newContext()
      const complaints = listenTo(context)
      const page = await context.newPage()
      await page.goto(`http://127.0.0.1:${port}`)
      const email = `ann-${process.pid}@example.com`
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password').fill('correct horse battery')
      await page.getByRole('button', { name: 'Sign up' }).click()
      await page.locator('#who', { hasText: email }).waitFor()

      await page.getByLabel('Note').fill('Run a mile')
      await page.getByRole('button', { name: 'Write' }).click()
      await page.locator('#notes li', { hasText: 'Run a mile' }).waitFor()

      await page.getByLabel('Picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PNG })
      await page.getByRole('button', { name: 'Upload' }).click()
      await page.waitForFunction(() => (document.getElementById('me') as HTMLImageElement).naturalWidth > 0)

      const other = await context.newPage()
      await other.goto(`http://127.0.0.1:${port}`)
      await other.locator('#who', { hasText: email }).waitFor()
      await page.getByLabel('Message').fill('See you there')
      await page.getByRole('button', { name: 'Say' }).click()
      for (const tab of [page, other]) await tab.locator('#room li', { hasText: 'See you there' }).waitFor()

      await page.getByLabel('Question').fill('Who won?')
      await page.getByRole('button', { name: 'Ask' }).click()
      await page.locator('#answer', { hasText: TEXT }).waitFor()
      assert.equal(await page.locator('#failure').innerText(), '')
      assert.deepEqual(complaints, [])
    } finally {
      await browser.close()
    }
  })

  test('an existing app runs here once its client is replaced', async () => {
    const own = path.join(folder, 'my-app')
    mkdirSync(own)
    writeFileSync(path.join(own, 'package.json'), '{"name":"my-app","private":true,"type":"module"}\n')
    const blocks = blocksOf('existing-app.md')
    const last = blocks.findLastIndex(({ kind }) => kind === 'file')
    const first = await follow(blocks.slice(0, last), own, () => Promise.reject(new Error('nothing else is served')))
    assert.equal(
      first.said.filter((said) => said.startsWith('user:')).join(''),
      ['user: true', 'rows: Buy a football', 'file: plays of the season', 'message: Hello', `text: ${TEXT}`].join('\n'),
    )
    // Such an app has this installed.
    mkdirSync(path.join(own, 'node_modules/@supabase'), { recursive: true })
    symlinkSync(
      path.join(ROOT, 'node_modules/@supabase/postgrest-js'),
      path.join(own, 'node_modules/@supabase/postgrest-js'),
    )
    const { said } = await follow(blocks.slice(last), own, () => Promise.reject(new Error('nothing else is served')))
    assert.match(said.join(''), /^cards: \d$/)
  })
})
