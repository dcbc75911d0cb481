import { describeRoute, type DescribeRouteOptions } from 'hono-openapi'
import { IDEMPOTENCY_KEY } from '#shared/contracts/headers.ts'
import { IdempotencyKey } from '../idempotency-key.ts'
import { type Contract, nameSchema, reference, toJsonSchema } from './schemas.ts'

/** The credentials of a call: the visitor's cookie, a key, a user's access token, or none. */
export type Key = keyof typeof SCHEMES | 'anyone'
type Parameter = NonNullable<DescribeRouteOptions['parameters']>[number]
type Responses = NonNullable<DescribeRouteOptions['responses']>

export const SCHEMES = {
  visitor: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-visitor',
    description: 'Set by the first response. Identifies the browser as the owner of its cards.',
  },
  public: { type: 'http', scheme: 'bearer', description: 'The public key from `/api/config`.' },
  user: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a signed-in user.',
  },
  service: { type: 'http', scheme: 'bearer', description: 'The service key. Never use it in a browser.' },
} as const

const REASONS: Readonly<Record<number, string>> = {
  400: 'Invalid request; `details` names each invalid field',
  401: 'Missing or unknown key or token',
  403: 'Not allowed for this caller',
  404: 'Not found, or not visible to this caller',
  405: 'Method not allowed',
  406: 'The requested format is not available, or there is not exactly one row',
  408: 'Request timeout',
  409: 'Conflicts with the current state',
  410: 'Removed',
  413: 'Too large',
  415: 'Unsupported media type',
  416: 'Range not satisfiable',
  422: 'Valid, but cannot be processed',
  429: 'Rate limited; see `Retry-After`',
  500: 'Internal error; the log has its `requestId`',
  502: 'Bad response from an upstream service',
  503: 'Not configured, or overloaded',
  504: 'Upstream timeout',
}

export const failure = (description: string) => ({
  description,
  content: { 'application/json': { schema: reference('Failure') } },
})
export const failures = (statuses: readonly number[]): Responses =>
  Object.fromEntries(statuses.map((status) => [status, failure(REASONS[status]!)]))

export const json = (name: string, contract: Contract) => ({
  'application/json': { schema: nameSchema(name, contract) },
})
export const describeResponse = (status: number, name: string, contract: Contract): Responses => ({
  [status]: { description: 'Success', content: json(name, contract) },
})
export const ok = (name: string, contract: Contract): Responses => describeResponse(200, name, contract)
export const NO_CONTENT: Responses = { 204: { description: 'Success' } }
/** The additional response of calls with an entity tag. */
export const UNCHANGED: Responses = {
  304: { description: 'Not modified since the response that `If-None-Match` names' },
}

/** Describes a JSON body that the handler reads itself. Other routes use `jsonBody` of `validate.ts`. */
export const jsonRequest = (name: string, contract: Contract) => ({
  required: true,
  content: { 'application/json': { schema: nameSchema(name, contract, { io: 'input' }) } },
})

/** Describes a multipart form with fields and a file. */
export const formRequest = (name: string, contract: Contract, file: string) => ({
  required: true,
  content: { 'multipart/form-data': { schema: nameSchema(name, contract, { io: 'input', file }) } },
})

type ParameterSettings = { readonly required?: boolean; readonly schema?: Contract }

const parameterIn =
  (place: 'query' | 'header') =>
  (name: string, description: string, { required = false, schema }: ParameterSettings = {}): Parameter => ({
    in: place,
    name,
    description,
    required,
    // A getter, because the Worker converts no schema when it starts.
    get schema() {
      return schema === undefined ? { type: 'string' as const } : toJsonSchema(schema, 'input')
    },
  })
export const inHeader = parameterIn('header')
export const inQuery = parameterIn('query')

/** Describes the `Idempotency-Key` header. @param about the effect of a second request with the same key */
export const idempotencyKey = (about: string): Parameter =>
  inHeader(IDEMPOTENCY_KEY, `${about} 1 to 128 visible ASCII characters.`, { schema: IdempotencyKey })

/** Error statuses of every call with a body. */
export const BODY_ERRORS = [413, 415] as const

export type Description = {
  /** Notes for callers, in full sentences. */
  readonly about?: string
  /** Default: `visitor`. */
  readonly key?: Key | readonly Key[]
  readonly parameters?: readonly Parameter[]
  readonly sends?: NonNullable<DescribeRouteOptions['requestBody']>
  readonly responses: Responses
  /** Error statuses. A body adds 413 and 415, and every call may fail with 500. */
  readonly errors?: readonly number[]
}

/** Describes a call: `describeRoute` of hono-openapi with shared responses, errors and operation ids. */
export const describeCall = (summary: string, { about, key, parameters, sends, responses, errors = [] }: Description) =>
  describeRoute({
    operationId: ({ method, path }) => toOperationId(method, path),
    summary,
    ...(about !== undefined && { description: about }),
    security: toSecurity([key ?? 'visitor'].flat()),
    ...(parameters !== undefined && { parameters: [...parameters] }),
    ...(sends !== undefined && { requestBody: sends }),
    responses: { ...responses, ...failures(sends === undefined ? errors : [...errors, ...BODY_ERRORS]) },
  })

/** Returns the security requirements. The visitor cookie is optional, because the first response sets it. */
function toSecurity(keys: readonly Key[]): Record<string, string[]>[] {
  const named = keys.filter((key) => key !== 'anyone').map((key) => ({ [key]: [] }))
  return keys.includes('visitor') || keys.includes('anyone') ? [...named, {}] : named
}

/** Returns an operation id such as `getCardsById`. Generated clients use it as a function name. */
const toOperationId = (method: string, path: string): string =>
  method.toLowerCase() +
  path
    .split('/')
    .filter((part) => !['', 'api', 'functions', 'v1'].includes(part))
    .map((part) => (part.startsWith(':') ? `By-${part.slice(1).split('{')[0]}` : part))
    .join('-')
    .replace(/^./, '-$&')
    .replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())
