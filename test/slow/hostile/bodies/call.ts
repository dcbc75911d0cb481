import type { World } from './world.ts'

/** What stands in a body; a `File` only in a multipart one. */
export type Fields = Readonly<Record<string, unknown>>

/** A request whose body is taken: with a caller who may send it, and a subject that is there. */
export type Sent = {
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly good: Fields
}

export type BodyCall = {
  /** `none`: it reads no body, and one that is sent changes nothing. */
  readonly kind: 'json' | 'form' | 'multipart' | 'none'
  readonly make: (world: World) => Promise<Sent> | Sent
  /** Whether a body that is taken uses its subject up. */
  readonly once?: boolean
  /** What says that a body was taken; 200 to 399 when missing. */
  readonly taken?: readonly number[]
  /** What a changed body may be answered besides 400, 413, 415 and 422: a field of it names somebody or something. */
  readonly also?: readonly number[]
  /** So many of ten changed bodies at least are refused as bodies (400, 413, 415, 422); three when missing. */
  readonly refuses?: number
}

/** By the route as the app's own table has it. */
export type BodyCalls = Readonly<Record<string, BodyCall>>
