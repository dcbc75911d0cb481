import type { Context } from 'hono'
import type { Env } from '#worker/env.ts'
import type { Visitor } from '#worker/http/visitor.ts'
import type { EdgeServices } from './services.ts'

export type EdgeEnv = {
  Bindings: Env
  Variables: {
    services: EdgeServices
    /** The visitor that the request proves. */
    visitor: Visitor
    /** The owner of what this request creates: the visitor, or on a first visit the identity that the response sets. */
    owner: Visitor
    /** This site's origin as the visitor sees it, without a trailing slash. */
    origin: string
  }
}

export type EdgeContext = Context<EdgeEnv>
