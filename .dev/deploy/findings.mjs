import { createHash } from 'node:crypto'
import { faultsOf } from '../../worker/config.ts'
import { AI_TASKS, accountSetting, taskSetting, AiVars } from '../../worker/settings/ai.ts'
import { DataVars } from '../../worker/settings/data.ts'
import { OperateVars } from '../../worker/settings/operate.ts'
import { SignInVars } from '../../worker/settings/sign-in.ts'
import { SiteVars } from '../../worker/settings/site.ts'

/**
 * @typedef {{ level: 'error' | 'warning', name: string, what: string, mend: string }} Finding
 *   `error`: the site would not answer, or would be unsafe. `warning`: a part of it would not work.
 * @typedef {{ names: string[], values: Record<string, string> }} Secrets the values as far as they are known
 */

const SHAPES = [SiteVars, SignInVars, AiVars, DataVars, OperateVars].map((group) => group.unwrap().shape)
const SETTINGS = Object.assign({}, ...SHAPES)
const descriptionOf = (kind) => kind.description ?? kind.unwrap?.().description ?? ''
const isSecret = (name) => descriptionOf(SETTINGS[name]).startsWith('secret')

/** Stands for a secret of which only the name is known: long, not repetitive, and different from all others. */
const unknown = (name) => createHash('sha256').update(name).digest('hex')
/** A secret that is no word but data: of the right form, and empty. */
const UNKNOWN_DATA = { DATA_SECRETS: '{}' }

const KEPT_SECRETS = ['SERVICE_KEY', 'TOKEN_SECRET', 'VISITOR_SECRET']

/**
 * What is missing or unsafe in what would be deployed.
 *
 * @param {object} config what wrangler reads for the environment
 * @param {Secrets | null} secrets null: they could not be listed
 * @param {{ env: string | null }} options the environment; null: the one without a name
 * @returns {Finding[]} errors first
 */
export function findingsOf(config, secrets, { env }) {
  const flag = env === null ? '' : ` --env ${env}`
  const table = env === null ? '[vars]' : `[env.${env}.vars]`
  const put = (name) => `npx wrangler secret put ${name}${flag}`
  const mendOf = (name) => (isSecret(name) ? put(name) : `set ${name} under ${table} in wrangler.toml`)
  const { vars } = config
  const known = secrets ?? { names: KEPT_SECRETS, values: {} }
  const placed = Object.fromEntries(known.names.map((name) => [name, UNKNOWN_DATA[name] ?? unknown(name)]))
  const given = { ...vars, ...placed, ...known.values }
  const has = (name) => given[name] !== undefined && given[name] !== ''
  const error = (name, what, mend) => ({ level: 'error', name, what, mend })
  const warning = (name, what, mend) => ({ level: 'warning', name, what, mend })

  return [
    ...(secrets === null
      ? [
          error(
            'secrets',
            'the names of the secrets could not be read',
            'npx wrangler login, or name a file with them: npm run deploy:check -- --secrets FILE',
          ),
        ]
      : []),
    ...faultsOf(given).map(({ name, message }) => error(name, has(name) ? message : 'is missing', mendOf(name))),
    ...placeholders(config, flag).map(([name, mend]) => error(name, 'has a placeholder for an id', mend)),
    ...Object.keys(vars)
      .filter((name) => SETTINGS[name] !== undefined && isSecret(name) && vars[name] !== '')
      .map((name) => error(name, 'is a secret and stands in wrangler.toml', `take it out and ${put(name)}`)),
    ...(vars.APP_ENV === 'local'
      ? [error('APP_ENV', 'is local: everybody could read the outbox', mendOf('APP_ENV'))]
      : []),
    ...logFaults(config).map(([name, what, mend]) => error(name, what, mend)),
    ...missingKeys(given, has, config).map(([name, what]) => error(name, what, mendOf(name))),
    ...mailFaults(config, has, mendOf).map(([name, what, mend]) => warning(name, what, mend)),
    ...(has('ADMIN_EMAILS')
      ? []
      : [warning('ADMIN_EMAILS', 'is empty: nobody can open /admin', mendOf('ADMIN_EMAILS'))]),
    ...known.names
      .filter((name) => name.endsWith('_PREVIOUS'))
      .map((name) =>
        warning(
          name,
          'is set: the secret before is accepted too',
          `npx wrangler secret delete ${name}${flag}, once the rotation is over`,
        ),
      ),
    ...[...Object.keys(vars), ...known.names]
      .filter((name) => SETTINGS[name] === undefined)
      .map((name) => warning(name, 'is no setting of this Worker', 'see the table in worker/README.md for its name')),
  ].sort((one, other) => one.level.localeCompare(other.level))
}

/** What the platform would log of addresses, which may hold tokens, and what a stack trace would not tell. */
const logFaults = ({ observability, upload_source_maps: maps }) => [
  ...(observability?.enabled === true && observability.logs?.invocation_logs !== false
    ? [
        [
          'observability',
          'logs the address of each request, and tokens in it',
          'set invocation_logs = false under [observability.logs] in wrangler.toml',
        ],
      ]
    : []),
  ...(maps === true
    ? []
    : [['upload_source_maps', 'is off: stack traces name no line', 'set upload_source_maps = true in wrangler.toml']]),
]

const isPlaceholder = (id) => id === undefined || /^[0-]*$/.test(id)

/** Bindings whose data does not exist yet, and how it is made. */
const placeholders = ({ d1_databases: databases, kv_namespaces: namespaces }, flag) => [
  ...databases
    .filter(({ database_id: id }) => isPlaceholder(id))
    .map(({ binding, database_name: name }) => [
      binding,
      `npx wrangler d1 create ${name}, and put its id into wrangler.toml as database_id`,
    ]),
  ...namespaces
    .filter(({ id }) => isPlaceholder(id))
    .map(({ binding }) => [
      binding,
      `npx wrangler kv namespace create ${binding}${flag}, and put its id into wrangler.toml`,
    ]),
]

/** What a chosen provider needs and does not have. */
function missingKeys(given, has, config) {
  const ofAi = AI_TASKS.flatMap((task) => {
    const setting = taskSetting(task, 'PROVIDER')
    const provider = given[setting]
    if (!provider || provider === 'embedded') return []
    if (provider === 'workers-ai')
      return config.ai?.binding === 'AI' ? [] : [[setting, 'is workers-ai, and there is no [ai] binding named AI']]
    if (provider === 'openai-compatible')
      return has('AI_COMPATIBLE_BASE_URL') ? [] : [['AI_COMPATIBLE_BASE_URL', `is missing: ${setting} needs it`]]
    const key = accountSetting(provider, 'KEY')
    return has(key) ? [] : [[key, `is missing: ${setting} is ${provider}`]]
  })
  const search = given.SEARCH_PROVIDER
  const ofSearch = !search
    ? []
    : search === 'searxng'
      ? has('SEARCH_URL')
        ? []
        : [['SEARCH_URL', 'is missing: SEARCH_PROVIDER is searxng']]
      : has('SEARCH_API_KEY')
        ? []
        : [['SEARCH_API_KEY', `is missing: SEARCH_PROVIDER is ${search}`]]
  return [...ofAi, ...ofSearch]
}

function mailFaults({ send_email: bindings }, has, mendOf) {
  const canSend = has('RESEND_API_KEY') || (bindings ?? []).some(({ name }) => name === 'MAIL')
  return [
    ...(canSend
      ? []
      : [
          [
            'mail',
            'cannot be sent: no links to sign in, no alerts',
            `${mendOf('RESEND_API_KEY')}, or add a send_email binding named MAIL`,
          ],
        ]),
    ...(has('MAIL_FROM') ? [] : [['MAIL_FROM', 'is empty: mail has no sender', mendOf('MAIL_FROM')]]),
    ...(has('ADMIN_EMAIL')
      ? []
      : [['ADMIN_EMAIL', 'is empty: contact messages and alerts reach nobody', mendOf('ADMIN_EMAIL')]]),
  ]
}
