import type { Hono } from 'hono'
import { openApiRoutes } from '#worker/http/openapi/routes.ts'
import type { BackendEnv, BackendServices } from './app-env.ts'

/** The backend, described for programs and for people. Raise the version when a change breaks programs written for the one before. */
export const backendOpenApi = (app: Hono<BackendEnv>, { config }: Pick<BackendServices, 'config'>) =>
  openApiRoutes({
    app,
    title: 'Backend',
    summary: 'Accounts, tables, files, AI, web data, realtime, mail and counts. A project is named in each address.',
    version: '1.0.0',
    isOpen: true,
    originOf: (c) => config.publicUrl ?? new URL(c.req.url).origin,
    path: '/openapi/backend',
    page: {
      title: 'Backend',
      about: 'The calls of the backend that this site runs on; other apps may use them too.',
      other: { title: 'The API of the site itself', address: '/openapi' },
    },
  })
