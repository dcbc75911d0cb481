import { join } from 'node:path'
import { bareEnv, must, root } from './env.mjs'
import { hashOf, isCurrent, markCurrent } from './stamp.mjs'

const stamp = join(root, 'node_modules', '.installed')

/** Installs exactly what the lock file says, unless that is what is there. Development tools are always part of it. */
export async function install() {
  const lock = hashOf(['package-lock.json'])
  if (isCurrent(stamp, lock)) return
  await must('Installing packages', 'npm', ['ci', '--include=dev', '--include=optional'], { env: bareEnv() })
  markCurrent(stamp, lock)
}
