/**
 * `npm run deploy:check`: what is missing or unsafe in an environment before it is deployed, each with the command that
 * mends it. Exit code 0: nothing that would stop it; 1: something would; 2: a wrong call.
 */
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { unstable_readConfig } from 'wrangler'
import { readOptions, requireEnvironment, runCommand } from './deploy/options.mjs'
import { findingsOf } from './deploy/findings.mjs'
import { liveCalls, makeCalls } from './deploy/live.mjs'
import { makePlatformCalls, platformCalls } from './deploy/live-platform.mjs'
import { readSecrets } from './deploy/secrets.mjs'
import { root, run } from './env.mjs'

const USAGE =
  'npm run deploy:check -- [--env staging|production] [--secrets FILE] [--live]   (FILE: names, or a .dev.vars with values)'

const CALL_DEADLINE_MS = 60_000

/**
 * Checks an environment and says what it found.
 *
 * @param {string[]} args as on the command line
 * @param {(line: string) => void} say
 * @returns {Promise<number>} the exit code
 */
export async function deployCheck(args, say) {
  const options = readOptions(args, {
    env: { type: 'string', default: 'production' },
    secrets: { type: 'string' },
    config: { type: 'string', default: join(root, 'wrangler.toml') },
    live: { type: 'boolean', default: false },
  })
  const env = requireEnvironment(options.env)
  const config = unstable_readConfig({ config: options.config, env })
  const secrets = await readSecrets({ file: options.secrets ?? null, env, config: options.config })

  const findings = findingsOf(config, secrets, { env })
  for (const { level, name, what, mend } of findings) say(`${level}: ${name} ${what}\n    ${mend}`)
  const outcomes = options.live
    ? [
        ...(await makePlatformCalls(platformCalls(config, { env, config: options.config }), (args) =>
          run('wrangler', args, { deadlineMs: CALL_DEADLINE_MS }),
        )),
        ...(await makeCalls(liveCalls({ ...config.vars, ...secrets?.values }))),
      ]
    : []
  for (const { name, ok, said } of outcomes) say(`${ok ? 'ok' : 'error'}: ${name} ${said}`)

  const errors = [...findings.filter(({ level }) => level === 'error'), ...outcomes.filter(({ ok }) => !ok)].length
  const warnings = findings.filter(({ level }) => level === 'warning').length
  say(`${env}: ${errors} errors, ${warnings} warnings`)
  return errors === 0 ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await runCommand(USAGE, () => deployCheck(process.argv.slice(2), (line) => process.stdout.write(`${line}\n`)))
