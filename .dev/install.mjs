import { join } from 'node:path'
import { bareEnv, runOrThrow, root } from './env.mjs'
import { hashFiles, isCurrent, markCurrent } from './stamp.mjs'

const stamp = join(root, 'node_modules', '.installed')

/** Installs the lockfile's packages with development tools, unless they are already installed. */
export async function install() {
  const lock = hashFiles(['package-lock.json'])
  if (isCurrent(stamp, lock)) return
  await runOrThrow('Installing packages', 'npm', ['ci', '--include=dev', '--include=optional'], { env: bareEnv() })
  markCurrent(stamp, lock)
}
