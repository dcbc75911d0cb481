import { describeRoute, type DescribeRouteOptions } from 'hono-openapi'
import { IDEMPOTENCY_KEY } from '#shared/contracts/headers.ts'
import { IdempotencyKey } from '../idempotency-key.ts'
import { type Contract, named, reference, toJsonSchema } from './schemas.ts'

/** The credentials of a call: the visitor's cookie, a key, a user's access token, or none. */
export type Key = keyof typeof SCHEMES | 'anyone'
type Parameter = NonNullable<DescribeRouteOptions['parameters']>[number]
type Responses = NonNullable<DescribeRouteOptions['responses']>

export const SCHEMES = {
  visitor: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-visitor',
    description: 'Given with the first answer; owns what the browser makes.',
  },
  public: { type: 'http', scheme: 'bearer', description: 'The public key of `/api/config`.' },
  user: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'The access token of a signed-in user.',
  },
  service: { type: 'http', scheme: 'bearer', description: 'The service key: never in a browser.' },
} as const

const REASONS: Readonly<Record<number, string>> = {
  400: 'Not what the call takes; `details` names each field',
  401: 'No key, or none that is known',
  403: 'Not this caller’s to do',
  404: 'Not there, or not for this caller',
  405: 'Not by this method',
  406: 'Not in the form that was asked for, or not exactly one row',
  408: 'It came too slowly',
  409: 'Not in the state it is in',
  410: 'It was removed',
  413: 'Too large',
  415: 'Not a kind of body, or of file, that can be read',
  416: 'Nothing is in this range',
  422: 'Nothing can be made of it',
  429: 'Too many; `Retry-After` says when again',
  500: 'Our failure; `requestId` is in the log',
  502: 'The service that was asked did not answer as it should',
  503: 'A setting is missing, or there is too much to do',
  504: 'The service that was asked took too long',
}

export const failure = (description: string) => ({
  description,
  content: { 'application/json': { schema: reference('Failure') } },
})
export const failures = (statuses: readonly number[]): Responses =>
  Object.fromEntries(statuses.map((status) => [status, failure(REASONS[status]!)]))

export const json = (name: string, contract: Contract) => ({ 'application/json': { schema: named(name, contract) } })
export const answer = (status: number, name: string, contract: Contract): Responses => ({
  [status]: { description: 'It is done', content: json(name, contract) },
})
export const ok = (name: string, contract: Contract): Responses => answer(200, name, contract)
export const NO_CONTENT: Responses = { 204: { description: 'It is done' } }
/** The second answer of calls with an entity tag. */
export const UNCHANGED: Responses = {
  304: { description: 'Not changed since the answer whose tag `If-None-Match` names' },
}

/** A JSON body that a handler reads itself. Others use `jsonBody` of `validate.ts`. */
export const jsonRequest = (name: string, contract: Contract) => ({
  required: true,
  content: { 'application/json': { schema: named(name, contract, { io: 'input' }) } },
})

/** A multipart form: fields, and a file beside them. */
export const formRequest = (name: string, contract: Contract, file: string) => ({
  required: true,
  content: { 'multipart/form-data': { schema: named(name, contract, { io: 'input', file }) } },
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

/** The header that names a request. @param about what happens to a request with the same name */
export const idempotencyKey = (about: string): Parameter =>
  inHeader(IDEMPOTENCY_KEY, `${about} 1 to 128 visible ASCII characters.`, { schema: IdempotencyKey })

/** The failures of every call that takes a body. */
export const BODY_ERRORS = [413, 415] as const

export type Description = {
  /** Notes for callers, in whole sentences. */
  readonly about?: string
  /** `visitor` when missing. */
  readonly key?: Key | readonly Key[]
  readonly parameters?: readonly Parameter[]
  readonly sends?: NonNullable<DescribeRouteOptions['requestBody']>
  readonly answers: Responses
  /** Statuses of failures. A body adds 413 and 415, and every call may fail with 500. */
  readonly errors?: readonly number[]
}

/** Describes a call for the document: `describeRoute` of hono-openapi with our shared answers, failures and names. */
export const describeCall = (summary: string, { about, key, parameters, sends, answers, errors = [] }: Description) =>
  describeRoute({
    operationId: ({ method, path }) => toOperationId(method, path),
    summary,
    ...(about !== undefined && { description: about }),
    security: toSecurity([key ?? 'visitor'].flat()),
    ...(parameters !== undefined && { parameters: [...parameters] }),
    ...(sends !== undefined && { requestBody: sends }),
    responses: { ...answers, ...failures(sends === undefined ? errors : [...errors, ...BODY_ERRORS]) },
  })

/** Returns the security requirements. The first answer brings a visitor's cookie, so none is required. */
function toSecurity(keys: readonly Key[]): Record<string, string[]>[] {
  const named = keys.filter((key) => key !== 'anyone').map((key) => ({ [key]: [] }))
  return keys.includes('visitor') || keys.includes('anyone') ? [...named, {}] : named
}

/** Returns a name as `getCardsById`: generated clients name their functions by it. */
const toOperationId = (method: string, path: string): string =>
  method.toLowerCase() +
  path
    .split('/')
    .filter((part) => !['', 'api', 'functions', 'v1'].includes(part))
    .map((part) => (part.startsWith(':') ? `By-${part.slice(1).split('{')[0]}` : part))
    .join('-')
    .replace(/^./, '-$&')
    .replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())
