import { waitUntil } from 'cloudflare:workers'
import { createBudgets } from '#worker/backend/budgets.ts'
import { type Config, readConfig } from '#worker/config.ts'
import type { Env } from '#worker/env.ts'
import { createFontLoader } from '#worker/graphics/script-fonts.ts'
import { createGuard } from '#worker/http/outbound/guarded-fetch.ts'
import { createHostResolver } from '#worker/http/outbound/resolve-host.ts'
import { fingerprintOf } from '#worker/http/signature.ts'
import { createCeilings } from '#worker/limits/ceilings.ts'
import { createDenyCache } from '#worker/limits/deny-cache.ts'
import { createTokenBuckets } from '#worker/limits/token-bucket.ts'
import { createWindowCounters } from '#worker/limits/window-counter.ts'
import { type MailMode, createMailer } from '#worker/mail/mailer.ts'
import { sendByBinding } from '#worker/mail/senders/binding.ts'
import { sendByResend } from '#worker/mail/senders/resend.ts'
import { createAlerts } from '#worker/operate/alerts.ts'
import { createChannelCap } from '#worker/realtime/channel-cap.ts'
import { createChannels } from '#worker/realtime/channels.ts'
import { renderCard } from '#worker/render/card/card.ts'
import { createDrawCardFile } from '#worker/render/card/card-file.ts'
import type { Overrides } from './overrides.ts'

export type Base = ReturnType<typeof composeBase>

/** Composes the services that every part of the product uses: settings, time, limits, mails and outgoing requests. */
export function composeBase(env: Env, overrides: Overrides) {
  const config = readConfig(env)
  const clock = overrides.clock ?? Date.now
  const loadFont = createFontLoader(env.ASSETS)
  const fingerprint = (bytes: Uint8Array) => fingerprintOf(config.visitorSecret, bytes as Uint8Array<ArrayBuffer>)
  const drawCardFile =
    overrides.drawCardFile ??
    createDrawCardFile({
      renderCard: overrides.renderCard ?? ((picture) => renderCard(picture, loadFont)),
      fingerprint,
    })

  const defer = overrides.defer ?? waitUntil
  const denied = createDenyCache({ store: overrides.denyStore ?? env.GATE, clock, later: defer })
  const mail = createMailer({
    db: env.DB,
    clock,
    mode: mailMode(env, config),
  })
  const buckets = createTokenBuckets({ db: env.DB, clock, factor: config.auth.limitsFactor })
  const counters = createWindowCounters({ db: env.DB, clock })
  const alerts = createAlerts({
    db: env.DB,
    clock,
    mail,
    to: config.operate.alertEmails,
    link: `${config.publicUrl ?? ''}/admin`,
  })
  const channels = createChannels(env.CHANNELS)
  const channelCap = createChannelCap({ db: env.DB, clock })
  const ceilings = createCeilings({ buckets })
  const budgets = createBudgets({ counters, clock, raw: config.raw, data: config.data.perHour })
  const send: typeof fetch = overrides.fetch ?? ((input, init) => fetch(input, init))
  const resolve = overrides.resolveHost ?? createHostResolver(config.data.resolverUrl, send)
  const guard = createGuard({ send, resolve, allowLoopback: config.data.allowLoopback })
  return {
    env,
    config,
    clock,
    defer,
    loadFont,
    fingerprint,
    drawCardFile,
    denied,
    mail,
    buckets,
    counters,
    alerts,
    channels,
    channelCap,
    ceilings,
    budgets,
    send,
    resolve,
    guard,
  }
}

/** Sent by the service whose key is set, else captured locally, else sent by the binding, else not configured. */
function mailMode({ MAIL: binding }: Env, { local, mail: { from, resend } }: Config): MailMode {
  if (resend !== null && from !== null) return { kind: 'send', send: sendByResend(resend), from }
  if (local) return { kind: 'capture' }
  return binding !== undefined && from !== null
    ? { kind: 'send', send: sendByBinding(binding), from }
    : { kind: 'none' }
}
