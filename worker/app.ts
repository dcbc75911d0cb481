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
import { faceOff } from './edge/face-off/routes.ts'
import { generations } from './edge/generations/routes.ts'
import { identity } from './edge/identity.ts'
import { duelPictures } from './edge/leagues/duel-picture.ts'
import { leaguePictures, leaguePrints } from './edge/leagues/print-routes.ts'
import { leagues } from './edge/leagues/routes.ts'
import { readYourWrites } from './edge/own-writes.ts'
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
import { securityHeaders } from './http/security-headers.ts'
import { csrfProtection } from './http/cross-site.ts'
import { onError, onNotFound } from './http/errors.ts'
import { knownHost } from './http/known-host.ts'
import { logRequests } from './http/request-log.ts'

/** Mounts the middleware and every route: the embedded backend, the product's API, pages and files. */
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
    .route('/og/league', leaguePictures)
    .route('/', robots)
    .route('/', sitemap)
    .use(csrfProtection((c) => [siteOrigin(c), ...services.edge.config.auth.allowedOrigins]))
    .use(identity)
    .use('/api/cards/*', readYourWrites)
    .use('/api/reports/*', readYourWrites)
    .use('/admin/*', readYourWrites)
    .use('/card/:id/vote', readYourWrites)
    .route('/api/config', config)
    .route('/api/generations', generations)
    .route('/api/cards', cards)
    .route('/api/leagues', leagues)
    .route('/api/face-off', faceOff)
    .route('/api/teams', teams)
    .route('/api/reports', reports)
    .route('/download', downloads)
    .route('/download/league', duelPictures)
    .route('/download/league', leaguePrints)
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
    .use(securityHeaders)
    .use(logRequests)
    .use(knownHost(services.edge.config))
    .route('/', services.backendRoutes)
    .route('/', edge)
}
