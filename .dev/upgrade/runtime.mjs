import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from '../env.mjs'

/**
 * The compatibility date of wrangler.toml, with the line that owns it: nothing else spells it.
 *
 * @returns {{ date: string, line: number }}
 */
export function compatibilityDate(text = readFileSync(join(root, 'wrangler.toml'), 'utf8')) {
  const lines = text.split('\n')
  const index = lines.findIndex((line) => /^compatibility_date = "\d{4}-\d\d-\d\d"$/.test(line))
  if (index < 0) throw new Error('wrangler.toml has no compatibility_date')
  return { date: lines[index].split('"')[1], line: index + 1 }
}

/** The newest compatibility date that the installed workerd knows. */
export const supportedDate = () => createRequire(join(root, 'package.json'))('workerd').compatibilityDate

/**
 * Every version of workerd that the lock file would install.
 *
 * @param {{ packages: Record<string, { version: string }> }} lock
 * @returns {string[]}
 */
export const workerdVersions = (lock) => [
  ...new Set(
    Object.entries(lock.packages)
      .filter(([path]) => /(?:^|\/)node_modules\/workerd$/.test(path))
      .map(([, { version }]) => version),
  ),
]

/**
 * What is wrong with the runtime's versions, each as one line.
 *
 * @param {{ date: string, line: number, supported: string, versions: string[] }} found
 * @returns {string[]}
 */
export function runtimeFaults({ date, line, supported, versions }) {
  return [
    ...(date > supported
      ? [`error: wrangler.toml:${line} asks for ${date}, and the pinned workerd knows nothing later than ${supported}`]
      : []),
    ...(versions.length > 1
      ? [
          `error: ${versions.length} versions of workerd would be installed (${versions.join(', ')}): tests run in another than is served`,
        ]
      : []),
  ]
}
