import * as z from 'zod/mini'
import { BACKEND_API } from '#worker/backend/openapi.ts'
import { OPERATIONS } from '#worker/edge/openapi/operations.ts'
import { Failure } from '#worker/http/openapi/document.ts'
import { type Alternative, type Contract, failuresOf, type Operation } from '#worker/http/openapi/operation.ts'

const patternOf = (path: string) => new RegExp(`^${path.replaceAll('{path}', '.+').replaceAll(/\{\w+\}/g, '[^/]+')}$`)

const KNOWN = [
  ...OPERATIONS.map((operation) => ({ operation, isOpen: false })),
  ...BACKEND_API.operations.map((operation) => ({ operation, isOpen: true })),
].map((known) => ({ ...known, pattern: patternOf(known.operation.path) }))

/** How a call is counted: by its method and path, as documented. */
export const nameOf = ({ method, path }: Operation): string => `${method} ${path}`

/** Calls that have given a good answer to this run of tests. */
export const answered = new Set<string>()

/** The documented call that a request is, or null. A path without parameters comes first. */
export function operationFor(method: string, address: string): (typeof KNOWN)[number] | null {
  const { pathname } = new URL(address, 'https://cards.example')
  const fitting = KNOWN.filter(
    ({ operation, pattern }) => operation.method === method.toLowerCase() && pattern.test(pathname),
  )
  return fitting.find(({ operation }) => operation.path === pathname) ?? fitting[0] ?? null
}

/**
 * Compares an answer with what its document says of it: its status, its kind, and every field of its body.
 *
 * @returns what differs, or null. What is no call of the product's API or of the backend is not judged.
 */
export async function undocumentedIn(method: string, address: string, response: Response): Promise<string | null> {
  const known = operationFor(method, address)
  if (known === null) return null
  const { operation, isOpen } = known
  const name = `${nameOf(operation)} answered ${response.status}`
  const good = goodAnswerOf(operation, response)
  if (good === null && response.status < 400) return `${name} ${typeOf(response)}, which is not documented`
  if (good === null && !isOpen && !mayFail(operation, response.status)) return `${name}, which is not documented`
  if (good !== null) answered.add(nameOf(operation))
  const schema = good === null ? Failure : good.schema
  // A body without a shape is not read: that would take a stream away from the test.
  if (schema === null || method.toUpperCase() === 'HEAD') return null
  if (!/\bjson$/.test(typeOf(response))) return `${name} ${typeOf(response)}, which is not documented`
  const body: unknown = await response.clone().json()
  const parsed = z.safeParse(schema, body)
  if (!parsed.success) return `${name}: ${parsed.error.message}\n${JSON.stringify(body).slice(0, 500)}`
  const [said, expected] = [body, parsed.data].map(sorted)
  return said === expected ? null : `${name} with fields that are not documented:\n${said}\n${expected}`
}

/** These may meet any call: a wrong host or site, an empty database, and settings that cannot be read. */
const mayFail = (operation: Operation, status: number): boolean =>
  [...failuresOf(operation), 401, 403, 421, 500, 503].includes(status)

const typeOf = ({ headers }: Response): string => (headers.get('content-type') ?? '').replace(/;.*$/, '')

/** The documented answer; `schema` is null where the document has none for the body. */
function goodAnswerOf(operation: Operation, response: Response): { schema: Contract | null } | null {
  const { answers, also = {}, others = [] } = operation
  const other = others.find((one) => one.status === response.status && isOfKind(one, response))
  if (other !== undefined) return { schema: other.shape?.schema ?? null }
  if (answers === null) return others.length === 0 && response.status === 204 ? { schema: null } : null
  return response.status === answers.status || response.status in also ? { schema: answers.schema } : null
}

function isOfKind({ type, shape }: Alternative, response: Response): boolean {
  if (type === '*/*') return true
  if (type !== undefined) return typeOf(response) === type
  return shape !== undefined || response.body === null
}

const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => one.localeCompare(other)))
      : part,
  )
