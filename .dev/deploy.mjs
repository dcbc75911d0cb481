/**
 * `npm run deploy`: checks an environment, builds, migrates its database, uploads the Worker with its source maps and asks
 * the address for what it must answer. A step that fails ends it. Exit code 0: deployed and well; 1: a step failed; 2: a
 * wrong call.
 */
import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { unstable_readConfig } from 'wrangler'
import { deployCheck } from './deploy-check.mjs'
import { readOptions, requireEnvironment, runCommand } from './deploy/options.mjs'
import { deployedMigration, lastMigration, versionTag } from './deploy/objects.mjs'
import { smokeTest } from './deploy/smoke.mjs'
import { root, run } from './env.mjs'
import { buildWeb } from './prepare.mjs'

const USAGE = 'npm run deploy -- [--env staging|production] [--secrets FILE] [--dry-run] [--objects]'

/** What the steps use; a test brings its own. */
const REAL = {
  check: deployCheck,
  build: buildWeb,
  wrangler: async (args) => (await run('wrangler', args, { show: true })).code,
  smoke: smokeTest,
  migration: lastMigration,
  deployedMigration,
  publicUrl: (env) => unstable_readConfig({ config: join(root, 'wrangler.toml'), env }).vars.PUBLIC_URL,
  say: (line) => process.stdout.write(`${line}\n`),
}

/**
 * Deploys an environment.
 *
 * @param {string[]} args as on the command line
 * @param {typeof REAL} [tools]
 * @returns {Promise<number>} the exit code
 */
export async function deploy(args, tools = REAL) {
  const options = readOptions(args, {
    env: { type: 'string', default: 'production' },
    secrets: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    objects: { type: 'boolean', default: false },
  })
  const env = requireEnvironment(options.env)
  const { say } = tools
  if (options['dry-run']) {
    await tools.build()
    return tools.wrangler(['deploy', '--dry-run', '--env', env])
  }

  const secrets = options.secrets === undefined ? [] : ['--secrets', options.secrets]
  if ((await tools.check(['--env', env, ...secrets], say)) !== 0) {
    say('Nothing was deployed.')
    return 1
  }
  const migration = tools.migration(env)
  const deployed = await tools.deployedMigration(env)
  if (deployed !== null && deployed !== migration && !options.objects) {
    say(`This version has another Durable Object migration than the one that runs (${deployed}, now ${migration}).`)
    say('It is deployed to everybody at once and cannot be rolled back: deploy it with nothing else in it.')
    say(`If that is so: npm run deploy -- --env ${env} --objects\nNothing was deployed.`)
    return 1
  }
  await tools.build()
  // First the tables, then the code: the version that still runs reads the new tables too.
  if ((await tools.wrangler(['d1', 'migrations', 'apply', 'DB', '--remote', '--env', env])) !== 0) {
    say('The database was not migrated; nothing was deployed.')
    return 1
  }
  if ((await tools.wrangler(['deploy', '--env', env, '--tag', versionTag(migration)])) !== 0) {
    say('The upload failed; the version before still answers.')
    return 1
  }
  const address = tools.publicUrl(env)
  const faults = await tools.smoke(address)
  for (const fault of faults) say(fault)
  say(
    faults.length === 0
      ? `${address} is deployed and answers.`
      : `${address} is deployed and does not answer as it has to. Go back: npx wrangler rollback --env ${env}`,
  )
  return faults.length === 0 ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await runCommand(USAGE, () => deploy(process.argv.slice(2)))
