import { type ChildProcess, execFile, spawn } from 'node:child_process'
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
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { TEXT } from '../../support/ai-stand-ins.ts'
import { readHosts } from '../support/hosts.ts'
import { newEmail } from '../support/sign-in.ts'
import { expect, test as base } from '../support/stand-ins.ts'

const ROOT = fileURLToPath(new URL('../../..', import.meta.url))
const run = promisify(execFile)

/** The backend's URL in the guides. */
const GUIDE_URL = 'http://127.0.0.1:8787'
/** The front-end guide starts the backend for its own port. */
const GUIDE_START = 'ALLOWED_ORIGINS=http://127.0.0.1:5173 npm start'
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A block of a guide: commands, commands that keep running, or a file, named on its first line. */
type Block =
  | { readonly kind: 'commands' | 'server'; readonly text: string }
  | { readonly kind: 'file'; readonly name: string; readonly text: string }

const NAME = /^(?:\/\/|<!--) ([\w.-]+)(?: -->)?\n/

function readBlocks(guide: string): Block[] {
  const text = readFileSync(path.join(ROOT, 'shared/client', guide), 'utf8')
  return [...text.matchAll(/^```(\w+)(?: (\w+))?\n([\s\S]*?)^```/gm)].map(([, language, mode, code]): Block => {
    if (language === 'sh') return { kind: mode === 'server' ? 'server' : 'commands', text: code! }
    const name = NAME.exec(code!)?.[1]
    if (name === undefined) throw new Error(`a block of ${guide} names no file:\n${code}`)
    return { kind: 'file', name, text: code! }
  })
}

/** Adds a block to a guide's files. Blocks with the same name form one file, in guide order. */
function addFile(files: Map<string, string>, { name, text }: Extract<Block, { kind: 'file' }>): string {
  const before = files.get(name)
  const file = before === undefined ? text : `${before}\n${text.replace(NAME, '')}`
  files.set(name, file)
  return file
}

type Folder = {
  path: string
  /** Runs commands as a user would type them. */
  type: (commands: string, cwd: string) => Promise<{ output: string; cwd: string }>
  /** Starts a command that keeps running until the test ends. */
  serve: (command: string, cwd: string, port: number) => Promise<void>
}

const test = base.extend<{ folder: Folder }>({
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
  folder: async ({}, use) => {
    const folder = mkdtempSync(path.join(realpathSync(tmpdir()), 'guides-'))
    symlinkSync(ROOT, path.join(folder, 'fantasy-football-cards'))
    const env = {
      ...process.env,
      PATH: `${path.dirname(process.execPath)}:${process.env['PATH']}`,
      npm_config_offline: 'true',
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
    }
    const running: ChildProcess[] = []
    await use({
      path: folder,
      async type(commands, cwd) {
        const { stdout } = await run('bash', ['-euc', `${commands}\necho "@$PWD"`], { cwd, env: { ...env, PWD: cwd } })
        const [output = '', end] = stdout.trimEnd().split(/\n?@(?=\/[^\n]*$)/)
        return { output, cwd: end! }
      },
      serve: (command, cwd, port) =>
        new Promise((resolve, reject) => {
          const child = spawn('bash', ['-euc', `exec ${command}`], { cwd, env: { ...env, PORT: String(port) } })
          running.push(child)
          child.once('exit', (code) => reject(new Error(`${command} ended with ${code}`)))
          child.stdout.on('data', (chunk: Buffer) => {
            if (String(chunk).includes(`Serving http://127.0.0.1:${port}`)) resolve()
          })
        }),
    })
    for (const child of running) child.kill()
    rmSync(folder, { recursive: true, force: true })
  },
})

/** Follows a guide block by block, except for `npm start`. @returns the output of its commands */
async function follow(
  blocks: readonly Block[],
  { type, serve }: Folder,
  start: { cwd: string; url: string; port: number },
): Promise<string[]> {
  let { cwd } = start
  const outputs: string[] = []
  const files = new Map<string, string>()
  for (const block of blocks) {
    if (block.kind === 'file')
      writeFileSync(path.join(cwd, block.name), addFile(files, block).replaceAll(GUIDE_URL, start.url))
    else if (block.kind === 'commands') {
      const done = await type(block.text, cwd)
      outputs.push(done.output)
      cwd = done.cwd
    } else if (!/npm start$/m.test(block.text)) await serve(block.text, cwd, start.port)
  }
  return outputs
}

/** Expects a guide's blocks to add up to the files of the example app. */
function expectFiles(example: string, blocks: readonly Block[]): void {
  const folder = path.join(ROOT, 'test/examples', example)
  const stored = readdirSync(folder).map((name) => [name, readFileSync(path.join(folder, name), 'utf8')])
  const files = new Map<string, string>()
  for (const block of blocks) if (block.kind === 'file') addFile(files, block)
  expect(Object.fromEntries(files)).toEqual(Object.fromEntries(stored))
}

test('the front-end guide builds a site on another origin, with accounts, rows, files, messages and AI', async ({
  folder,
  openTab,
  site,
}) => {
  test.setTimeout(240_000)
  const { frontEndPort } = readHosts()
  const blocks = readBlocks('own-front-end.md')
  expectFiles('front-end', blocks)
  expect(blocks.map(({ text }) => text).join('\n')).toContain(GUIDE_START)
  const outputs = await follow(blocks, folder, { cwd: folder.path, url: site.url, port: frontEndPort })
  expect(outputs.join('\n')).toContain('The table is ready.')

  const { page, context } = await openTab()
  const origin = `http://127.0.0.1:${frontEndPort}`
  const email = newEmail()
  await page.goto(origin)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('correct horse battery')
  await page.getByRole('button', { name: 'Sign up' }).click()
  await expect(page.locator('#who')).toContainText(email)

  await page.getByLabel('Note').fill('Run a mile')
  await page.getByRole('button', { name: 'Write' }).click()
  await expect(page.locator('#notes li', { hasText: 'Run a mile' })).toBeVisible()

  await page.getByLabel('Picture').setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PNG })
  await page.getByRole('button', { name: 'Upload' }).click()
  await expect.poll(() => page.locator('#me').evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1)

  const other = await context.newPage()
  await other.goto(origin)
  await expect(other.locator('#who')).toContainText(email)
  await page.getByLabel('Message').fill('See you there')
  await page.getByRole('button', { name: 'Say' }).click()
  for (const tab of [page, other]) await expect(tab.locator('#room li', { hasText: 'See you there' })).toBeVisible()

  await page.getByLabel('Question').fill('Who won?')
  await page.getByRole('button', { name: 'Ask' }).click()
  await expect(page.locator('#answer')).toHaveText(TEXT)
  await expect(page.locator('#failure')).toHaveText('')
})

test('an existing app runs after replacing its client', async ({ folder, site }) => {
  test.setTimeout(240_000)
  const app = path.join(folder.path, 'my-app')
  mkdirSync(app)
  writeFileSync(path.join(app, 'package.json'), '{"name":"my-app","private":true,"type":"module"}\n')
  const blocks = readBlocks('existing-app.md')
  expectFiles('existing-app', blocks)
  const last = blocks.findLastIndex(({ kind }) => kind === 'file')
  const start = { cwd: app, url: site.url, port: readHosts().frontEndPort }
  const outputs = await follow(blocks.slice(0, last), folder, start)
  expect(outputs.filter((output) => output.startsWith('user:')).join('')).toBe(
    ['user: true', 'rows: Buy a football', 'file: plays of the season', 'message: Hello', `text: ${TEXT}`].join('\n'),
  )
  // An app that uses postgrest-js has this installed.
  mkdirSync(path.join(app, 'node_modules/@supabase'), { recursive: true })
  symlinkSync(
    path.join(ROOT, 'node_modules/@supabase/postgrest-js'),
    path.join(app, 'node_modules/@supabase/postgrest-js'),
  )
  const rows = await follow(blocks.slice(last), folder, start)
  expect(rows.join('')).toMatch(/^cards: \d$/)
})
