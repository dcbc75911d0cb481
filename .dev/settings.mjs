/** `npm run settings`: writes the tables of settings in worker/CONFIGURATION.md from their schema. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AiVars } from '../worker/settings/ai.ts'
import { DataVars } from '../worker/settings/data.ts'
import { OperateVars } from '../worker/settings/operate.ts'
import { SignInVars } from '../worker/settings/sign-in.ts'
import { SiteVars } from '../worker/settings/site.ts'
import { root } from './env.mjs'

const GROUPS = {
  'The site': SiteVars,
  'Accounts and sign-in': SignInVars,
  AI: AiVars,
  'Web data': DataVars,
  Alerts: OperateVars,
}
const START = '<!-- settings: written by `npm run settings` -->'
const END = '<!-- /settings -->'
const page = join(root, 'worker', 'CONFIGURATION.md')

/**
 * Renders the tables of all settings: name, default and meaning.
 *
 * @param {Record<string, string>} given values in wrangler.toml, which replace the defaults
 * @returns {string} Markdown
 * @throws if a setting has no description
 */
export function settingsTables(given) {
  const tables = Object.entries(GROUPS).map(([title, group]) => {
    const rows = Object.entries(group.unwrap().shape).map(([name, kind]) => {
      // Shared kinds are lazy for a fast start of the Worker, so their description is inside.
      const description = kind.description ?? kind.unwrap?.().description
      if (!description) throw new Error(`${name} has no description`)
      return `| \`${name}\` | ${formatDefault(kind, given[name])} | ${description}${formatChoices(kind)} |`
    })
    return [`## ${title}`, '', '| Setting | Default | Meaning |', '| --- | --- | --- |', ...rows].join('\n')
  })
  return `${START}\n<!-- oxfmt-ignore-start -->\n\n${tables.join('\n\n')}\n\n<!-- oxfmt-ignore-end -->\n${END}`
}

/** Returns worker/CONFIGURATION.md with updated tables. */
export function pageWithSettings() {
  const text = readFileSync(page, 'utf8')
  const [before, after] = [text.indexOf(START), text.indexOf(END)]
  if (before < 0 || after < 0) throw new Error(`worker/CONFIGURATION.md lacks "${START}" or "${END}"`)
  return text.slice(0, before) + settingsTables(givenSettings()) + text.slice(after + END.length)
}

/** Returns the `[vars]` of wrangler.toml that are not empty. */
function givenSettings() {
  const [, after] = readFileSync(join(root, 'wrangler.toml'), 'utf8').split('\n[vars]\n')
  const [vars] = after.split('\n[')
  return Object.fromEntries([...vars.matchAll(/^([A-Z_]+) = "(.+)"$/gm)].map(([, name, value]) => [name, value]))
}

function formatDefault(kind, given) {
  if (given !== undefined) return `\`${given}\``
  const { success, data } = kind.safeParse(undefined)
  if (!success) return '_required_'
  const isNothing = data === undefined || (typeof data === 'object' && Object.keys(data).length === 0)
  return isNothing ? 'none' : `\`${data}\``
}

/** Lists the values of an enum with three or more. */
function formatChoices(kind) {
  const choices = listOptions(kind)
  return choices.length < 3 ? '' : `: ${choices.map((choice) => `\`${choice}\``).join(', ')}`
}

const listOptions = (kind) => kind.options ?? (getInner(kind) ? listOptions(getInner(kind)) : [])
const getInner = ({ _zod: { def } }) => def.innerType ?? (def.type === 'pipe' ? def.out : def.getter?.())

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(page, pageWithSettings())
