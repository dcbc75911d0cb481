import { DEFAULT_SEARCH_LANGUAGE } from '#shared/client/limits.ts'
import { readLiveChannel } from '#shared/contracts/live.ts'
import { lookAtPhoto, showsOneFace } from '#worker/artist/look.ts'
import { createArtist } from '#worker/artist/index.ts'
import { createCalls } from '#worker/backend/ai/calls.ts'
import { createProviderFetch } from '#worker/backend/ai/provider-fetch.ts'
import { createAiService } from '#worker/backend/ai/service.ts'
import { createSpending } from '#worker/backend/ai/spending.ts'
import { createAnalyticsService } from '#worker/backend/analytics/service.ts'
import { createAuthService } from '#worker/backend/auth/service.ts'
import { EVERYBODY } from '#worker/backend/budgets.ts'
import { createCardEvents } from '#worker/backend/cards/card-events.ts'
import { createCardsModule } from '#worker/backend/cards/module.ts'
import { createDataService } from '#worker/backend/data/service.ts'
import { createSchemaCache } from '#worker/backend/db/schema.ts'
import { createDbService } from '#worker/backend/db/service.ts'
import { createSqlService } from '#worker/backend/db/sql-service.ts'
import { createForgetPerson } from '#worker/backend/forget-person.ts'
import { createNotificationService } from '#worker/backend/notifications/service.ts'
import { createRealtimeService } from '#worker/backend/realtime/service.ts'
import { createOwnFiles } from '#worker/backend/storage/own-files.ts'
import { createStorageService } from '#worker/backend/storage/service.ts'
import type { ListCache } from '#worker/edge/cards/list-cache.ts'
import { markOf } from '#worker/graphics/metadata/mark.ts'
import { isKnownGeneration } from '#worker/limits/generation-charges.ts'
import { isAllowedNickname } from '#worker/limits/nickname-filter.ts'
import { cleanPhoto } from '#worker/photo/clean-photo.ts'
import type { Base } from './base.ts'
import type { Overrides } from './overrides.ts'

/** How models look things up. */
const SEARCH_OF_MODELS = { kind: 'web', hl: DEFAULT_SEARCH_LANGUAGE, num: 10 } as const

/**
 * Composes the services of the backend, with the product's rules for its cards.
 *
 * @param lists forgets what a card changes
 */
export function composeBackend(base: Base, lists: ListCache, overrides: Overrides) {
  const { env, config, clock, defer, mail, buckets, counters, channels, channelCap } = base
  const { ceilings, budgets, send, resolve, guard } = base
  const { projectId, publicUrl } = config
  const artist = overrides.artist ?? createArtist()
  const cardEvents = createCardEvents({ channels, defer })
  const storage = createStorageService({ files: env.FILES, db: env.DB, clock, projectId, publicUrl, cleanPhoto })
  const lookAt = overrides.lookAt ?? lookAtPhoto
  const cards = createCardsModule({
    db: env.DB,
    clock,
    votes: config.votes,
    denied: base.denied,
    allowsName: isAllowedNickname,
    reviewsFaceless: config.reviewsFaceless,
    events: {
      voted(vote) {
        lists.changed()
        cardEvents.voted(vote)
      },
      published(id) {
        lists.clear()
        cardEvents.published(id)
      },
    },
    art: {
      files: storage,
      projectId: config.projectId,
      drawCardFile: base.drawCardFile,
      fingerprint: base.fingerprint,
      budget: {
        requireLeft: (network) => budgets.requireLeft('saves', network),
        spend: (network) => budgets.spend('saves', network),
        giveBack: (network) => budgets.giveBack('saves', network),
      },
    },
  })
  const schema = createSchemaCache(env.DB, clock, cards.tables)
  const ownFiles = createOwnFiles({ db: env.DB, storage, limits: config.ownFiles })
  const data = createDataService({
    settings: config.data,
    storage,
    send,
    guard,
    browsers: env.BROWSER,
    clock,
    defer,
  })
  const forgetPerson = createForgetPerson({ db: env.DB, schema, removeFiles: ownFiles.removeAll })
  const services = {
    config,
    auth: createAuthService({
      config,
      db: env.DB,
      clock,
      mail,
      buckets,
      ceilings,
      removeFiles: storage.remove,
      async forget(userId) {
        lists.clear()
        await forgetPerson(userId)
      },
      holdings: cards.holdings,
      derive: overrides.deriveKey,
    }),
    data,
    db: createDbService({
      db: env.DB,
      schema,
      projectId,
      clock,
      tables: cards.tables,
      acts: cards.acts,
      reads: {
        require: async (network) => {
          await budgets.requireLeft('rows', network)
          await budgets.requireLeft('allRows', EVERYBODY)
        },
        reserve: (network, rows) => budgets.reserve('rows', network, 'allRows', rows),
        charge: (network, rows) => budgets.charge('rows', network, 'allRows', rows),
      },
    }),
    sql: createSqlService(env.DB, schema),
    realtime: createRealtimeService({
      channels,
      budgets,
      openChannel: (network, channel) => channelCap.take(network, channel, config.realtime.limitsFactor),
      noteChannel: (channel) => channelCap.open.add(channel),
      isKnown: async (channel) => {
        const live = readLiveChannel(channel)
        if (live === null) return channelCap.open.has(channel)
        if (live.kind === 'hall') return true
        return live.kind === 'card' ? cards.exists(live.id) : isKnownGeneration(env.DB, live.id)
      },
    }),
    storage,
    ownFiles,
    standingOf: cards.standingOf,
    ai: createAiService({
      storage,
      standingOf: cards.standingOf,
      guard,
      artist,
      markOf,
      showsOneFace: (photo) => showsOneFace(lookAt, photo),
      fingerprint: base.fingerprint,
      settings: config.ai,
      calls: createCalls({
        spending: createSpending({
          db: env.DB,
          clock,
          counters,
          perDay: config.ai.perDay,
          generations: config.generations,
        }),
        timeoutMs: config.ai.timeoutMs,
        defer,
      }),
      providers: {
        reach: createProviderFetch({ send, resolve, allowLoopback: config.data.allowLoopback }),
        run: env.AI === undefined ? null : (model, input) => env.AI!.run(model, input),
      },
      web: {
        require: data.search.require,
        find: async (q, payer) => {
          if (payer !== null) await budgets.payForData(payer)
          return (await data.search.find({ ...SEARCH_OF_MODELS, q })).organic_results
        },
      },
      clock,
    }),
    analytics: createAnalyticsService({
      db: env.DB,
      clock,
      projectId,
      secret: config.visitorSecret,
      dataset: env.ANALYTICS,
    }),
    mail,
    notifications: createNotificationService({
      mail,
      adminEmail: config.adminEmail,
      mailFrom: config.mail.from,
      ceilings,
    }),
    budgets,
  }
  return { cards, storage, services }
}
