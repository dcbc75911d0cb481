import type * as z from 'zod/mini'
import { IDEMPOTENCY_KEY } from '#shared/contracts/headers.ts'
import { IdempotencyKey } from '../idempotency-key.ts'

type Method = 'get' | 'head' | 'post' | 'patch' | 'delete'

/** Whose call it is. `visitor`: any, known by the cookie; `user`: a signed-in one, by the access token; `anyone`: nothing is asked for. */
export type Key = 'visitor' | 'public' | 'user' | 'service' | 'anyone'

/** A contract of ours, of either spelling of the library. */
export type Contract = z.core.$ZodType

export type Parameter = {
  readonly in: 'query' | 'header'
  readonly name: string
  readonly about: string
  readonly schema?: Contract
  readonly required?: boolean
}

export type Answer = { readonly status: number; readonly name: string; readonly schema: Contract }

/** Another good answer: another shape, text or bytes that have none, or no body at all. */
export type Alternative = {
  readonly status: number
  readonly about: string
  /** Of media. Missing: JSON of `shape`, or no body. */
  readonly type?: string
  readonly shape?: { readonly name: string; readonly schema: Contract }
}

/** One call of an API. */
export type Operation = {
  readonly method: Method
  /** Parameters as in `{id}`; `{path}` may hold slashes. */
  readonly path: string
  readonly summary: string
  /** Notes for callers, in whole sentences. */
  readonly about?: string
  readonly parameters?: readonly Parameter[]
  /** What is sent: JSON, or a form with a file beside its fields. */
  readonly sends?: { readonly name: string; readonly schema: Contract; readonly file?: string }
  /** What is answered when it went well; null: 204, or another status of `others`, without a body. */
  readonly answers: Answer | null
  /** Other statuses with the same body. */
  readonly also?: Readonly<Record<number, string>>
  readonly others?: readonly Alternative[]
  readonly errors: readonly number[]
  /** Missing: any visitor's. */
  readonly key?: Key | readonly Key[]
}

/** The usual good answer. */
export const ok = (name: string, schema: Contract): Answer => ({ status: 200, name, schema })

export const query = (name: string, about: string, required = false): Parameter => ({
  in: 'query',
  name,
  about,
  required,
})

/** The header that names a request. @param about what becomes of one that is sent again by the same name */
export const idempotencyKey = (about: string): Parameter => ({
  in: 'header',
  name: IDEMPOTENCY_KEY,
  about: `${about} 1 to 128 visible ASCII characters.`,
  schema: IdempotencyKey,
})

/** Statuses of failures: what takes a body refuses one that is too large, or of another kind. */
export const failuresOf = ({ sends, errors }: Operation): readonly number[] =>
  sends === undefined ? errors : [...new Set([...errors, 413, 415])].toSorted((one, other) => one - other)

export const keysOf = ({ key = 'visitor' }: Operation): readonly Key[] => [key].flat()

/** As in `getCardsById`: programs name their functions by it. */
export const operationIdOf = (method: string, path: string): string =>
  method +
  path
    .split('/')
    .filter((part) => part !== '' && part !== 'api' && part !== 'functions' && part !== 'v1')
    .map((part) => (part.startsWith('{') ? `By-${part.slice(1, -1)}` : part))
    .join('-')
    .replace(/^./, '-$&')
    .replaceAll(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())
