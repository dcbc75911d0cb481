import { Hono } from 'hono'
import type { Services } from './compose.ts'
import type { EdgeEnv } from './edge/app-env.ts'
import { admin } from './edge/admin/routes.ts'
import { art } from './edge/art.ts'
import { cards } from './edge/cards/routes.ts'
import { teams } from './edge/cards/teams.ts'
import { config } from './edge/config-route.ts'
import { contact } from './edge/contact.ts'
import { downloads } from './edge/downloads/routes.ts'
import { generations } from './edge/generations/routes.ts'
import { identity } from './edge/identity.ts'
import { afterOwnWrites } from './edge/own-writes.ts'
import { oembed } from './edge/crawlers/oembed.ts'
import { openApi } from './edge/openapi.ts'
import { operate } from './edge/operate/routes.ts'
import { forms } from './edge/pages/forms.ts'
import { fileOrMissing, pages } from './edge/pages/routes.ts'
import { ownPictures } from './edge/pictures/own-pictures.ts'
import { pictures } from './edge/pictures/routes.ts'
import { siteOrigin } from './edge/origin.ts'
import { reports } from './edge/reports/routes.ts'
import { robots } from './edge/crawlers/robots.ts'
import { sitemap } from './edge/crawlers/sitemap.ts'
import { sockets } from './edge/live/sockets.ts'
import { answerHeaders } from './http/answer-headers.ts'
import { forOwnPages } from './http/cross-site.ts'
import { onError, onNotFound } from './http/errors.ts'
import { knownHost } from './http/known-host.ts'
import { logRequests } from './http/request-log.ts'

/** Everything this Worker answers: the embedded backend, the product's API, its pages, its files. */
export function createApp(services: Services) {
  const edge = new Hono<EdgeEnv>()
  edge
    .use(async (c, next) => {
      c.set('services', services.edge)
      await next()
    })
    .route('/', operate)
    .route('/', openApi(edge))
    .route('/', sockets)
    .route('/art', art)
    .route('/', pictures)
    .route('/', robots)
    .route('/', sitemap)
    .use(forOwnPages((c) => [siteOrigin(c), ...services.edge.config.auth.allowedOrigins]))
    .use(identity)
    .use('/api/cards/*', afterOwnWrites)
    .use('/api/reports/*', afterOwnWrites)
    .use('/admin/*', afterOwnWrites)
    .use('/card/:id/vote', afterOwnWrites)
    .route('/api/config', config)
    .route('/api/generations', generations)
    .route('/api/cards', cards)
    .route('/api/teams', teams)
    .route('/api/reports', reports)
    .route('/download', downloads)
    .route('/admin', admin)
    .route('/my-picture', ownPictures)
    .route('/', oembed)
    .route('/functions/v1', contact)
    .route('/', forms)
    .route('/', pages)
    .get('*', fileOrMissing)

  return new Hono<EdgeEnv>()
    .onError(onError)
    .notFound(onNotFound)
    .use(answerHeaders)
    .use(logRequests)
    .use(knownHost(services.edge.config))
    .route('/', services.backendRoutes)
    .route('/', edge)
}
