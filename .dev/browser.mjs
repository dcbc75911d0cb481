import { accessSync, constants } from 'node:fs'
import { join } from 'node:path'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
const PLACES = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
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
  const { default: carried } = await import('@sparticuz/chromium')
  return { executablePath: await carried.executablePath(), args: [...new Set([...carried.args, ...ARGS])] }
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
