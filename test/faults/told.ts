import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

const root = fileURLToPath(new URL('../../', import.meta.url).href)
/** The lines of the test runner's own end. */
const END_LINES = 6

/**
 * Runs tests of the Worker whole, and hands on what they tell.
 *
 * @param files files or folders of tests, as the runner takes them
 * @param event which lines are handed on: those that begin with `{"event":"..."`
 * @param say takes the end of the runner's output, and what failed with the reason
 * @returns whether every test passed and something was told
 */
export async function runTold<T>(
  files: readonly string[],
  event: string,
  { heard, say }: { heard: (told: T) => void; say: (line: string) => void },
): Promise<boolean> {
  const vitest = ['vitest', 'run', '--config', 'test/vitest.config.ts', '--project', 'worker', ...files]
  const child = spawn('npx', vitest, {
    cwd: root,
    env: { ...process.env, HOSTILE: 'all' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // The runner says there what has failed and why.
  let failures = ''
  child.stderr.on('data', (chunk: Buffer) => (failures += stripVTControlCharacters(String(chunk))))
  const rest: string[] = []
  let isTold = false
  for await (const line of createInterface({ input: child.stdout })) {
    const bare = stripVTControlCharacters(line)
    if (bare.startsWith(`{"event":"${event}"`)) {
      isTold = true
      heard(JSON.parse(bare) as T)
    } else rest.push(bare)
  }
  const code = child.exitCode ?? (await new Promise<number | null>((resolve) => child.once('close', resolve)))
  for (const line of rest.slice(-END_LINES)) say(line)
  const isGood = code === 0 && isTold
  if (!isGood) say(failures)
  return isGood
}
