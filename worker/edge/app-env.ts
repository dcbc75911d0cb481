import type { Context } from 'hono'
import type { Env } from '#worker/env.ts'
import type { Visitor } from '#worker/http/visitor.ts'
import type { EdgeServices } from './services.ts'

export type EdgeEnv = {
  Bindings: Env
  Variables: {
    services: EdgeServices
    /** The visitor, as far as the request itself proves it. */
    visitor: Visitor
    /**
     * The owner of anything made by this request: the visitor, or for a first visit the identity given with this
     * answer.
     */
    owner: Visitor
    /** This site's address as the visitor sees it, without a slash at the end. */
    origin: string
  }
}

export type EdgeContext = Context<EdgeEnv>
