import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { must, root } from './env.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const CARRIED = '@sparticuz/chromium'
/** Quiet, and able to start as root in a container. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * A real Chromium: `CHROME_PATH`, an installed one, or else the one that an npm package carries.
 *
 * @returns {Promise<{ executablePath: string, args: string[] }>} for `chromium.launch` of playwright-core
 */
export async function findBrowser() {
  const folders = (process.env.PATH ?? '').split(':')
  const candidates = [
    process.env.CHROME_PATH ?? '',
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...PLACES,
  ]
  const installed = candidates.find((path) => path !== '' && isExecutable(path))
  if (installed !== undefined) return { executablePath: installed, args: ARGS }
  // Only its executable: its own `args` are for a headless shell of one process (`--single-process`, `--no-zygote`),
  // which dies with the first context that playwright-core closes.
  return { executablePath: await unpackCarried(), args: ARGS }
}

/**
 * Unpacks the carried Chromium (209 MB), once per version. The package takes any `chromium` in the temporary folder for
 * a whole one, and journeys start several at a time: each unpacks into a folder of its own, which gets its final name
 * when it is complete.
 *
 * @param {string} cache the folder that holds these folders
 * @returns {Promise<string>} the path of its executable
 * @throws with what the package said when it cannot be unpacked
 */
export async function unpackCarried(cache = join(root, 'node_modules', '.cache')) {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules', CARRIED, 'package.json'), 'utf8'))
  const folder = join(cache, `chromium-${version}`)
  const executable = join(folder, 'chromium')
  if (isExecutable(executable)) return executable

  mkdirSync(cache, { recursive: true })
  const unfinished = mkdtempSync(`${folder}-`)
  try {
    const script = `import chromium from '${CARRIED}'; await chromium.executablePath()`
    const env = { ...process.env, TMPDIR: unfinished }
    await must('Unpacking Chromium', process.execPath, ['--input-type=module', '--eval', script], { env })
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another process may have been faster.
    if (!isExecutable(executable)) throw error
  }
  return executable
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
