import { features } from 'web-features'

/** The oldest browsers that everything has to work in; `web/vite.config.ts` builds for the same ones. */
export const OLDEST = { safari: '16.4', firefox: '128' } as const
const BROWSERS = ['safari', 'firefox'] as const

/** One use of a feature that an oldest browser lacks. */
export type Lack = {
  /** As in the browser compatibility data: `css.properties.field-sizing`. */
  key: string
  /** The rule or the expression it stands in. */
  where: string
  /** Whether the same place says what to do without it. */
  hasFallback: boolean
}

const SUPPORT = new Map<string, Partial<Record<keyof typeof OLDEST, string>>>()
for (const feature of Object.values(features))
  if (feature.kind === 'feature')
    for (const [key, { support }] of Object.entries(feature.status.by_compat_key ?? {})) SUPPORT.set(key, support)

/** All keys that are known, for looking them up by their last part. */
export const KEYS: readonly string[] = [...SUPPORT.keys()]

export const isKnown = (key: string): boolean => SUPPORT.has(key)

/** Whether one of the oldest browsers lacks a feature. What is not in the data is taken for known everywhere. */
export function isLacking(key: string): boolean {
  const support = SUPPORT.get(key)
  return support !== undefined && BROWSERS.some((browser) => isLater(support[browser], OLDEST[browser]))
}

/** @param since the first version that has it: `16.4`, or `≤13.1`; undefined for none */
function isLater(since: string | undefined, oldest: string): boolean {
  if (since === undefined) return true
  const parts = (version: string) => version.replace('≤', '').split('.').map(Number)
  const [major = Infinity, minor = 0] = parts(since)
  const [oldMajor = 0, oldMinor = 0] = parts(oldest)
  return major > oldMajor || (major === oldMajor && minor > oldMinor)
}
