import { readFileSync } from 'node:fs'
import { run } from '../env.mjs'

/**
 * The secrets of a file: what `wrangler secret list` prints (names), a `.dev.vars` file (names and values), or one name
 * a line.
 *
 * @param {string} text
 * @returns {{ names: string[], values: Record<string, string> }}
 */
export function parseSecrets(text) {
  const trimmed = text.trim()
  if (trimmed.startsWith('[')) return { names: JSON.parse(trimmed).map(({ name }) => name), values: {} }
  const values = {}
  const names = []
  for (const line of trimmed.split('\n')) {
    const [, name, value] = /^\s*(?:export\s+)?([A-Z][A-Z0-9_]*)\s*(?:=\s*(.*?)\s*)?$/.exec(line) ?? []
    if (name === undefined) continue
    names.push(name)
    if (value !== undefined) values[name] = value.replace(/^(["'])(.*)\1$/, '$2')
  }
  return { names, values }
}

/**
 * The secrets of a deployment: of a file, else the names that the account says.
 *
 * @param {{ file: string | null, env: string | null, config: string }} where
 * @returns {Promise<ReturnType<typeof parseSecrets> | null>} null when the account cannot be asked
 * @throws when the file cannot be read
 */
export async function readSecrets({ file, env, config }) {
  if (file !== null) return parseSecrets(readFileSync(file, 'utf8'))
  const flags = ['--config', config, ...(env === null ? [] : ['--env', env])]
  const { code, output } = await run('wrangler', ['secret', 'list', ...flags])
  const list = /\[[\s\S]*\]/.exec(output)
  return code === 0 && list !== null ? parseSecrets(list[0]) : null
}
