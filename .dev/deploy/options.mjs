import { parseArgs } from 'node:util'

export const ENVIRONMENTS = ['staging', 'production']

/** A wrong way to call a command: said in one line, exit code 2. */
export class UsageError extends Error {}

/**
 * The options of a command.
 *
 * @param {string[]} args
 * @param {import('node:util').ParseArgsConfig['options']} options
 * @throws UsageError naming what is not understood
 */
export function readOptions(args, options) {
  try {
    return parseArgs({ args, options, allowPositionals: false }).values
  } catch (thrown) {
    throw new UsageError(thrown.message.split('. ')[0])
  }
}

/** @param {string} name @throws UsageError for an environment that there is none of */
export function requireEnvironment(name) {
  if (ENVIRONMENTS.includes(name)) return name
  throw new UsageError(`There is no environment ${name}; there are ${ENVIRONMENTS.join(' and ')}`)
}

/**
 * Runs a command: its own result is the exit code, 2 a wrong call, 1 any other failure.
 *
 * @param {string} usage one line
 * @param {() => Promise<number>} command
 */
export async function runCommand(usage, command) {
  try {
    process.exit(await command())
  } catch (thrown) {
    const isUsage = thrown instanceof UsageError
    process.stderr.write(`${thrown.message}\n${isUsage ? `Usage: ${usage}\n` : ''}`)
    process.exit(isUsage ? 2 : 1)
  }
}
