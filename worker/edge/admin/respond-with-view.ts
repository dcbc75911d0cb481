import type { AdminView } from '#shared/contracts/admin-view.ts'
import { answerPlainPage, type PlainPageOptions } from '#worker/http/plain-page.ts'
import type { EdgeContext } from '../app-env.ts'

/** Renders an admin page. */
export const answerView = (c: EdgeContext, view: AdminView, options?: PlainPageOptions): Promise<Response> =>
  answerPlainPage(c, { path: '/admin', view }, options)
