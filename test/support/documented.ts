import type { Hono } from 'hono'
import { type ResolverReturnType, uniqueSymbol } from 'hono-openapi'
import { findTargetHandler } from 'hono/utils/handler'
import { Failure, nameSchema } from '#worker/http/openapi/schemas.ts'

type Content = Readonly<Record<string, { readonly schema?: ResolverReturnType | { readonly $ref: string } }>>
type Body = { readonly content?: Content }
type Specified = { [uniqueSymbol]?: { spec?: { requestBody?: Body; responses?: Record<string, Body> } } }

/**
 * An API call as its route documents it, such as `GET /api/cards/:id`, with its responses and the schemas of requests and
 * responses.
 */
export type Call = Record<'name' | 'method' | 'path', string> & {
  responses: Record<string, Body>
  content: Content[string][]
}

/** Calls that returned a successful response in this test run. */
export const succeededCalls = new Set<string>()

/** Returns the calls that an app's routes document. */
export function listDocumentedCalls({ routes }: Pick<Hono, 'routes'>): Call[] {
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

/** Finds the call that a request matches. A path without parameters comes first. */
function findCall(calls: readonly Call[], method: string, address: string): Call | null {
  const { pathname } = new URL(address, 'https://cards.example')
  const toPattern = (path: string) => path.replaceAll(/:\w+\{\.\+\}/g, '.+').replaceAll(/:\w+/g, '[^/]+')
  const fitting = calls
    .filter((call) => call.method === method.toUpperCase())
    .filter(({ path }) => new RegExp(`^${toPattern(path)}$`).test(pathname))
  return fitting.find(({ path }) => path === pathname) ?? fitting[0] ?? null
}

/** Statuses that any call may return: for a wrong host or site, an empty database, or unreadable settings. */
const ANY_CALL = new Set([401, 403, 421, 500, 503])
/** The backend's calls may fail with more statuses than they document. */
const BACKEND = /^\/(rest|storage|api\/(db|storage|ai|data|analytics|auth|notifications|realtime))\//
const FAILURE = nameSchema('Failure', Failure)

/** Returns how a response differs from its route's documentation, in status, content type or any field, or null. */
export async function findUndocumented(calls: readonly Call[], method: string, address: string, response: Response) {
  const call = findCall(calls, method, address)
  if (call === null) return null
  const { status, body } = response
  const type = (response.headers.get('content-type') ?? '').replace(/;.*$/, '')
  const name = `${call.name} answered ${status}`
  const described = call.responses[status]
  const mayFail = status >= 400 && (BACKEND.test(call.path) || ANY_CALL.has(status))
  if (described === undefined && !mayFail) return `${name}, which is not documented`
  if (status < 400) succeededCalls.add(call.name)
  const { content }: Body = described ?? { content: { 'application/json': {} } }
  // Table writes return 201 with rows, or without a body. Bytes and streams are left unread for the test.
  const isEmpty = call.method === 'HEAD' || (body === null && (content === undefined || status === 201))
  if (isEmpty || content?.['*/*'] !== undefined) return null
  const media = content?.[type]
  if (media === undefined) return `${name} ${type}, which is not documented`
  if (!type.endsWith('json')) return null
  const { validate } = media.schema !== undefined && 'validate' in media.schema ? media.schema : FAILURE
  const json: unknown = await response.clone().json()
  const parsed = await validate(json)
  if (parsed.issues) return `${name}: ${JSON.stringify(parsed.issues)}\n${JSON.stringify(json).slice(0, 500)}`
  const [found, expected] = [json, parsed.value].map((value) => JSON.stringify(value, sortKeys))
  return found === expected ? null : `${name} with fields that are not documented:\n${found}\n${expected}`
}

const sortKeys = (_key: string, part: unknown): unknown =>
  typeof part === 'object' && part !== null && !Array.isArray(part)
    ? Object.fromEntries(Object.entries(part).toSorted(([one], [other]) => one.localeCompare(other)))
    : part
