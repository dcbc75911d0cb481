import { parseArgs } from 'node:util'
import type { Choice } from './photos.ts'

const CHOICE = { only: { type: 'string' }, odd: { type: 'boolean' }, even: { type: 'boolean' } } as const

type Option = { type: 'string' | 'boolean'; default?: string }

/**
 * Parses the options after `--` on the command line: `--only=key,key`, `--odd` or `--even`, the command's own options,
 * and folders.
 *
 * @throws for an unknown option, and for odd and even together
 */
export function readOptions<More extends Record<string, Option>>(args: readonly string[], more: More) {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { ...CHOICE, ...more },
    strict: true,
    allowPositionals: true,
  })
  const options = values as { only?: string; odd?: boolean; even?: boolean } & {
    [Name in keyof More]?: More[Name]['type'] extends 'boolean' ? boolean : string
  }
  if (options.odd && options.even) throw new Error('--odd and --even leave nothing')
  const choice: Choice = {
    only: options.only?.split(',') ?? null,
    lines: options.odd ? 'odd' : options.even ? 'even' : 'all',
  }
  return { ...options, choice, folders: positionals }
}
