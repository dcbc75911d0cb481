import type { Hono } from 'hono'
import { type ResolverReturnType, uniqueSymbol } from 'hono-openapi'
import { findTargetHandler } from 'hono/utils/handler'
import { Failure, named } from '#worker/http/openapi/schemas.ts'

type Content = Readonly<Record<string, { readonly schema?: ResolverReturnType | { readonly $ref: string } }>>
type Body = { readonly content?: Content }
type Specified = { [uniqueSymbol]?: { spec?: { requestBody?: Body; responses?: Record<string, Body> } } }

/** One call as its route describes it: `GET /api/cards/:id`, what it answers, and all that is sent and answered. */
export type Call = Record<'name' | 'method' | 'path', string> & {
  responses: Record<string, Body>
  content: Content[string][]
}

/** Calls that have given a good answer to this run of tests. */
export const answered = new Set<string>()

/** Lists the calls that an app's routes describe. */
export function callsIn({ routes }: Pick<Hono, 'routes'>): Call[] {
  const calls = new Map<string, Call>()
  for (const { method, path, handler } of routes) {
    const { spec } = (findTargetHandler(handler) as Specified)[uniqueSymbol] ?? {}
    if (spec === undefined) continue
    const name = `${method} ${path}`
    const call = calls.get(name) ?? { name, method, path, responses: {}, content: [] }
    Object.assign(call.responses, spec.responses)
    for (const body of [spec.requestBody, ...Object.values(spec.responses ?? {})])
      call.content.push(...Object.values(body?.content ?? {}))
    calls.set(name, call)
  }
  return [...calls.values()]
}

/** Finds the call that a request is. A path without parameters comes first. */
function findCall(calls: readonly Call[], method: string, address: string): Call | null {
  const { pathname } = new URL(address, 'https://cards.example')
  const patternOf = (path: string) => path.replaceAll(/:\w+\{\.\+\}/g, '.+').replaceAll(/:\w+/g, '[^/]+')
  const fitting = calls
    .filter((call) => call.method === method.toUpperCase())
    .filter(({ path }) => new RegExp(`^${patternOf(path)}$`).test(pathname))
  return fitting.find(({ path }) => path === pathname) ?? fitting[0] ?? null
}

/** These may meet any call: a wrong host or site, an empty database, and settings that cannot be read. */
const ANY_CALL = new Set([401, 403, 421, 500, 503])
/** The backend's calls may fail with more statuses than they list. */
const BACKEND = /^\/(rest|storage|api\/(db|storage|ai|data|analytics|auth|notifications|realtime))\//
const FAILURE = named('Failure', Failure)

/** Returns how an answer differs from what its route describes, in status, kind or any field, or null. */
export async function undocumentedIn(calls: readonly Call[], method: string, address: string, response: Response) {
  const call = findCall(calls, method, address)
  if (call === null) return null
  const { status, body } = response
  const type = (response.headers.get('content-type') ?? '').replace(/;.*$/, '')
  const name = `${call.name} answered ${status}`
  const described = call.responses[status]
  const mayFail = status >= 400 && (BACKEND.test(call.path) || ANY_CALL.has(status))
  if (described === undefined && !mayFail) return `${name}, which is not documented`
  if (status < 400) answered.add(call.name)
  const { content }: Body = described ?? { content: { 'application/json': {} } }
  // Writes of tables answer 201 with rows, or with no body. Bytes and streams are not read in the place of the test.
  const isEmpty = call.method === 'HEAD' || (body === null && (content === undefined || status === 201))
  if (isEmpty || content?.['*/*'] !== undefined) return null
  const media = content?.[type]
  if (media === undefined) return `${name} ${type}, which is not documented`
  if (!type.endsWith('json')) return null
  const { validate } = media.schema !== undefined && 'validate' in media.schema ? media.schema : FAILURE
  const said: unknown = await response.clone().json()
  const parsed = await validate(said)
  if (parsed.issues) return `${name}: ${JSON.stringify(parsed.issues)}\n${JSON.stringify(said).slice(0, 500)}`
  const [found, expected] = [said, parsed.value].map((value) => JSON.stringify(value, sortKeys))
  return found === expected ? null : `${name} with fields that are not documented:\n${found}\n${expected}`
}

const sortKeys = (_key: string, part: unknown): unknown =>
  typeof part === 'object' && part !== null && !Array.isArray(part)
    ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => one.localeCompare(other)))
    : part
