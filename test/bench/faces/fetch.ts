import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'

const FOLDER = '.faces'
const PACKAGE = { name: 'fake-avatars', version: '1.1.0', pictures: 263 } as const
/** The hash of the package archive: other images under this version are rejected. */
const INTEGRITY = 'sha512-ksXNBehXALO7N3y1TTfddO3MjPhwWRe4mTy+ubzpRiJu+9JS1FZVQDdr2iOrM4qdvMRNWAcAABpkJg+Sb2XdqQ=='

const run = promisify(execFile)

/**
 * Downloads the synthetic faces once with the npm client, without installing the package (`fake-avatars`, MIT, 256 x
 * 256 px, no real people).
 *
 * @returns the folder with the 263 pictures
 * @throws if npm cannot get the package, or if its hash differs
 */
export async function fetchFaces(): Promise<string> {
  const folder = join(FOLDER, `${PACKAGE.name}-${PACKAGE.version}`)
  if (existsSync(folder)) return folder

  mkdirSync(FOLDER, { recursive: true })
  const work = mkdtempSync(join(FOLDER, 'fetching-'))
  try {
    await unpack(await pack(work), work)
    const pictures = join(work, 'package', 'avatars', 'png')
    const count = readdirSync(pictures).length
    if (count !== PACKAGE.pictures) throw new Error(`${PACKAGE.name} holds ${count} pictures, not ${PACKAGE.pictures}`)
    // Renamed only when complete.
    renameSync(pictures, folder)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  return folder
}

/** @returns the archive's file name in `folder` */
async function pack(folder: string): Promise<string> {
  const { stdout } = await run('npm', ['pack', `${PACKAGE.name}@${PACKAGE.version}`, '--json', '--silent'], {
    cwd: folder,
    env: { ...process.env, PATH: pathWithoutTools() },
  })
  const [packed] = JSON.parse(stdout) as { filename: string; integrity: string }[]
  if (packed?.integrity !== INTEGRITY) throw new Error(`${PACKAGE.name} ${PACKAGE.version} is not what it was`)
  return packed.filename
}

const unpack = (archive: string, folder: string) => run('tar', ['-xzf', archive], { cwd: folder })

/** The npm client that runs this command, with its own Node. */
const pathWithoutTools = () =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .filter((entry) => !entry.endsWith(join('node_modules', '.bin')))
    .join(delimiter)
