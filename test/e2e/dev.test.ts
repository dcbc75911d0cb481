import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, before, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Browser } from 'playwright-core'
import { LABELS } from '#shared/domain/messages.ts'
import { DESK, launchBrowser, openTab } from './support/browser.ts'
import { freePort } from './support/server.ts'

/** The commands are plain JavaScript. */
const { killTree } = (await import(new URL('../../.dev/kill-tree.mjs', import.meta.url).href)) as {
  killTree: (pid: number) => void
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const FOOTER = path.join(ROOT, 'web/src/app/footer.tsx')
const READY_MS = 180_000

// It edits a source, which every other server would build anew.
describe('the development server @alone', () => {
  let url: string
  let browser: Browser | undefined
  let stop: () => Promise<void>
  const footer = readFileSync(FOOTER, 'utf8')
  before(async () => {
    // The Worker behind it listens on the port after it.
    const [port, dataDir] = [await freePort(1), mkdtempSync(path.join(tmpdir(), 'cards-dev-'))]
    // Colors would stand between the words that are waited for.
    const { FORCE_COLOR: _, ...given } = process.env
    const env = { ...given, NO_COLOR: '1', PORT: String(port), DATA_DIR: dataDir }
    const child = spawn(process.execPath, ['.dev/dev.mjs'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    url = `http://127.0.0.1:${port}`
    stop = async () => {
      // What is left behind would keep this file waiting for ever.
      killTree(child.pid!)
      await ended
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    }
    await new Promise<void>((resolve, reject) => {
      let said = ''
      setTimeout(() => reject(new Error(`it did not start in time:\n${said}`)), READY_MS).unref()
      child.stderr.on('data', (chunk) => (said += String(chunk)))
      child.stdout.on('data', (chunk) => {
        said += String(chunk)
        if (said.includes(`${url}/`)) resolve()
      })
      void ended.then(() => reject(new Error(`it ended:\n${said}`)))
    })
    browser = await launchBrowser()
  })
  after(async () => {
    writeFileSync(FOOTER, footer)
    await browser?.close()
    await stop()
  })

  test('shows an edit of a page at once and keeps what was typed, with the Worker behind it', async () => {
    const { page, context, complaints } = await openTab(browser!, url, DESK)
    const sockets: string[] = []
    page.on('websocket', (socket) => sockets.push(new URL(socket.url()).search))
    await page.goto('/')
    const nickname = page.getByLabel(LABELS.funNickname)
    await nickname.fill('Hot Reload')
    const config = await page.evaluate(
      async () => (await fetch('/api/config')).json() as Promise<{ projectId: string }>,
    )
    assert.equal(config.projectId, 'fantasy-cards')

    writeFileSync(FOOTER, footer.replace('<footer', '<footer data-edited="yes"'))
    await page.locator('footer[data-edited="yes"]').waitFor()
    assert.equal(await nickname.inputValue(), 'Hot Reload')

    await page.goto('/hall-of-fame')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/api/cards')),
    )
    assert.ok((await page.request.get('/auth')).ok(), 'the Worker writes the page to sign in at')
    assert.deepEqual(complaints, [])
    await context.close()
  })
})
