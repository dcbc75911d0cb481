import { Failure } from '#worker/edge/openapi/document.ts'
import { failuresOf, type Operation, OPERATIONS } from '#worker/edge/openapi/operations.ts'

const patternOf = (path: string) => new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
const KNOWN = OPERATIONS.map((operation) => ({ operation, pattern: patternOf(operation.path) }))

/** The documented call that a request is, or null. A path without parameters comes first. */
export function operationFor(method: string, address: string): Operation | null {
  const { pathname } = new URL(address, 'https://cards.example')
  const fitting = KNOWN.filter(
    ({ operation, pattern }) => operation.method === method.toLowerCase() && pattern.test(pathname),
  )
  return (fitting.find(({ operation }) => operation.path === pathname) ?? fitting[0])?.operation ?? null
}

/**
 * Compares an answer with what the document says of it: its status, and every field of its body.
 *
 * @returns what differs, or null. What is no call of the product's API is not judged.
 */
export async function undocumentedIn(method: string, address: string, response: Response): Promise<string | null> {
  const operation = operationFor(method, address)
  if (operation === null) return null
  const { answers, also = {} } = operation
  const name = `${operation.method} ${operation.path} answered ${response.status}`
  const isGood = response.status === (answers?.status ?? 204) || response.status in also
  // These may meet any call: a wrong host or site, an empty database, and settings that cannot be read.
  const isFailure = [...failuresOf(operation), 401, 403, 421, 500, 503].includes(response.status)
  if (!isGood && !isFailure) return `${name}, which is not documented`
  if (isGood && answers === null) return null
  const body: unknown = await response.clone().json()
  const parsed = (isGood ? answers!.schema : Failure).safeParse(body)
  if (!parsed.success) return `${name}: ${parsed.error.message}`
  const [said, known] = [body, parsed.data].map(sorted)
  return said === known ? null : `${name} with fields that are not documented:\n${said}\n${known}`
}

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => one.localeCompare(other)))
      : part,
  )
