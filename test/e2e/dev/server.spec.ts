import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { LABELS } from '#shared/domain/messages.ts'
import { expect, test as base } from '../support/fixtures.ts'
import { freePort } from '../support/ports.ts'
import { DESK } from '../support/screens.ts'

/** The commands are untyped JavaScript. */
const { killTree } = (await import(new URL('../../../.dev/kill-tree.mjs', import.meta.url).href)) as {
  killTree: (pid: number) => void
}

const START_MS = 240_000

const test = base.extend<{ devUrl: string }>({
  devUrl: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from this pattern
    async ({}, use) => {
      // The Worker behind it listens on the next port.
      const [port, dataDir] = [await freePort(1), mkdtempSync(path.join(tmpdir(), 'cards-dev-'))]
      const url = `http://127.0.0.1:${port}`
      // Color codes would split the output that the test waits for.
      const { FORCE_COLOR: _, ...given } = process.env
      const child = spawn(process.execPath, ['.dev/dev.mjs'], {
        cwd: fileURLToPath(new URL('../../..', import.meta.url)),
        env: {
          ...given,
          NO_COLOR: '1',
          PORT: String(port),
          // wrangler's default may collide for servers that start at the same time.
          INSPECTOR_PORT: String(await freePort()),
          DATA_DIR: dataDir,
        },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const ended = new Promise((resolve) => child.once('exit', resolve))
      let output = ''
      await new Promise<void>((resolve, reject) => {
        child.stderr.on('data', (chunk) => (output += String(chunk)))
        child.stdout.on('data', (chunk) => {
          output += String(chunk)
          if (output.includes(`${url}/`)) resolve()
        })
        void ended.then(() => reject(new Error(`it ended:\n${output}`)))
      })
      await use(url)
      killTree(child.pid!)
      await ended
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
    { timeout: START_MS },
  ],
})

test('the development server serves the pages and proxies to the Worker', async ({ devUrl, openTab }) => {
  const { page } = await openTab(DESK, { baseURL: devUrl })
  await page.goto('/')
  await page.getByLabel(LABELS.funNickname).fill('Hot Reload')
  const config = await page.evaluate(async () => (await fetch('/api/config')).json() as Promise<{ projectId: string }>)
  expect(config.projectId).toBe('fantasy-cards')

  const listed = page.waitForResponse((response) => response.url().includes('/api/cards') && response.ok())
  await page.goto('/hall-of-fame')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await listed
  expect((await page.request.get('/auth')).ok(), 'the Worker renders the sign-in page').toBe(true)
  const headers = { accept: 'text/html' }
  for (const path of ['/account', '/league', `/league/${'A'.repeat(22)}`, '/rules'])
    expect(await (await page.request.get(path, { headers })).text(), path).toContain('/@vite/client')
})
