import type { AdminView } from '#shared/contracts/admin-view.ts'
import { respondWithPlainPage, type PlainPageOptions } from '#worker/http/plain-page.ts'
import type { EdgeContext } from '../app-env.ts'

/** Renders an admin page. */
export const respondWithView = (c: EdgeContext, view: AdminView, options?: PlainPageOptions): Promise<Response> =>
  respondWithPlainPage(c, { path: '/admin', view }, options)
