import type { Hono } from 'hono'
import { openApiRoutes } from '#worker/http/openapi/routes.ts'
import type { BackendEnv, BackendServices } from './app-env.ts'

/** Serves the backend's OpenAPI document and its HTML page. Raise the version on every breaking change. */
export const backendOpenApi = (app: Hono<BackendEnv>, { config }: Pick<BackendServices, 'config'>) =>
  openApiRoutes({
    app,
    title: 'Backend',
    summary: 'Accounts, tables, files, AI, web data, realtime, mail and analytics. Every URL names a project.',
    version: '1.0.0',
    isOpen: true,
    getOrigin: (c) => config.publicUrl ?? new URL(c.req.url).origin,
    path: '/openapi/backend',
    page: {
      title: 'Backend',
      about: 'The API of the backend that this site runs on. Other apps can use it too.',
      other: { title: 'The site’s own API', address: '/openapi' },
    },
  })
