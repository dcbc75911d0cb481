/**
 * @typedef {{ name: string, args: string[], mend: string }} PlatformCall what wrangler is called with, and what to do when
 *   it fails
 * @typedef {import('./live.mjs').Outcome} Outcome
 */

/**
 * The smallest real call to the database, the namespace and the bucket of an environment, in the account that wrangler is
 * signed in to. Nothing is written.
 *
 * @param {object} config what wrangler reads for the environment
 * @param {{ env: string, config: string }} where
 * @returns {PlatformCall[]}
 */
export function platformCalls({ d1_databases: databases, kv_namespaces: namespaces, r2_buckets: buckets }, where) {
  const flags = ['--env', where.env, '--config', where.config]
  return [
    ...databases.map(({ binding, database_name: name }) => ({
      name: `D1 (${binding})`,
      args: ['d1', 'execute', binding, '--remote', '--yes', '--command', 'select 1', ...flags],
      mend: `npx wrangler d1 list, and put the id of ${name} into wrangler.toml`,
    })),
    ...namespaces.map(({ binding }) => ({
      name: `KV (${binding})`,
      args: ['kv', 'key', 'list', '--binding', binding, '--remote', '--prefix', 'deploy-check', ...flags],
      mend: `npx wrangler kv namespace list, and put the id into wrangler.toml`,
    })),
    ...buckets.map(({ binding, bucket_name: name }) => ({
      name: `R2 (${binding})`,
      args: ['r2', 'bucket', 'info', name, ...flags],
      mend: `npx wrangler r2 bucket create ${name}`,
    })),
  ]
}

/**
 * Makes the calls, one after the other.
 *
 * @param {PlatformCall[]} calls
 * @param {(args: string[]) => Promise<{ code: number, output: string }>} wrangler
 * @returns {Promise<Outcome[]>}
 */
export async function makePlatformCalls(calls, wrangler) {
  const outcomes = []
  for (const { name, args, mend } of calls) {
    const { code, output } = await wrangler(args)
    const said = code === 0 ? 'answered' : `did not answer: ${faultIn(output)}\n    ${mend}`
    outcomes.push({ name, ok: code === 0, said })
  }
  return outcomes
}

/** The line in which wrangler says what is wrong. */
function faultIn(output) {
  const lines = output.split('\n').map((line) => line.replace(/^[^\p{L}\p{N}[]+/u, '').trim())
  return lines.find((line) => /error/i.test(line)) ?? lines.find((line) => line !== '') ?? 'wrangler said nothing'
}
