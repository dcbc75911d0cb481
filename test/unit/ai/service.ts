import { onTestFinished, vi } from 'vitest'
import { readArtMetadata } from '#worker/graphics/metadata/art-metadata.ts'
import { AppError } from '#shared/client/errors.ts'
import { Calls } from '#worker/backend/ai/calls.ts'
import { createProviderFetch } from '#worker/backend/ai/provider-fetch.ts'
import type { Charge } from '#worker/backend/ai/spending.ts'
import { type AiCaller, AiService } from '#worker/backend/ai/service.ts'
import type { WebSearch } from '#worker/backend/ai/web-search.ts'
import type { RunModel } from '#worker/backend/ai/workers-ai/run.ts'
import { Guard } from '#worker/http/outbound/guarded-fetch.ts'
import type { ResolveHost } from '#worker/http/outbound/resolve-host.ts'
import { readConfig } from '#worker/config.ts'
import { type Responder, createSettings, createStandIns, respondNormally } from '../../support/ai-stand-ins.ts'

const ORIGIN = 'https://cards.example'
const BASE = `${ORIGIN}/storage/p1/`

export const vars = {
  PROJECT_ID: 'p1',
  PUBLIC_KEY: 'public-key',
  PUBLIC_URL: 'https://cards.example',
  SERVICE_KEY: '7c1e0b5d9a3f48e2b6d07f13c58a94e0',
  TOKEN_SECRET: 'd8a4f1062b9c7e53e0f6a1b38c2d4975',
  VISITOR_SECRET: '3b7f92e5c0d1846ae4b90f6d2c8a7153',
  DONATION_URL: 'https://donate.example',
}

export type Setup = {
  provider?: string
  respond?: Responder
  settings?: Record<string, string>
  timeoutMs?: number
  maxBytes?: number
  /** DNS records by host name. */
  resolve?: ResolveHost
  run?: RunModel | null
  web?: WebSearch | null
  clock?: () => number
  /** Visibility of every file to the asker. */
  visibility?: 'shown' | 'own' | 'withheld' | 'removed'
}

/** The AI service with fake providers, files in memory and counted charges. */
export function createService({
  provider = 'openai-compatible',
  respond = respondNormally,
  settings = {},
  timeoutMs = 5000,
  maxBytes = 1_000_000,
  resolve = async () => [],
  run = null,
  web = null,
  clock = Date.now,
  visibility = 'shown',
}: Setup = {}) {
  const { requests, fetch } = createStandIns(respond)
  const files = new Map<string, Uint8Array>()
  const charges: Charge[] = []
  const readings: string[] = []
  let [open, refunded] = [0, 0]
  const ai = new AiService({
    readArtMetadata,
    showsOneFace: async () => false,
    fingerprint: async () => '',
    settings: readConfig({ ...vars, ...createSettings(provider), ...settings }).ai,
    getFileVisibility: async () => visibility,
    guard: new Guard({ send: fetch, resolve, allowLoopback: false }),
    artist: { draw: () => Promise.reject(new Error('our own artist was asked')) },
    storage: {
      getPathFromUrl: (url) => (url.startsWith(BASE) ? url.slice(BASE.length).replace(/\?.*$/, '') : null),
      getUrl: (path) => BASE + path,
      isPhoto: () => true,
      read: async (path, most) => {
        const bytes = files.get(path)
        if (bytes === undefined) return null
        if (bytes.byteLength > most) throw new AppError('FILE_TOO_LARGE')
        readings.push(path)
        return { bytes }
      },
      put: async (path, bytes) => void files.set(path, bytes),
      getMadeFor: async () => null,
    },
    calls: new Calls({
      spending: {
        take: async (charge) => {
          charges.push(charge)
          open++
          return {
            async release({ refund }) {
              open--
              refunded += refund
            },
          }
        },
      },
      timeoutMs,
      defer: () => undefined,
    }),
    providers: { reach: createProviderFetch({ send: fetch, resolve, allowLoopback: false, maxBytes }), run },
    web,
    clock,
  })
  const leaving = new AbortController()
  const asker: AiCaller = {
    buyer: 'visitor-1',
    network: 'network-1',
    viaEdge: false,
    maker: null,
    visitor: 'browser-1',
    person: 'browser-1',
    origin: ORIGIN,
    signal: leaving.signal,
  }
  return {
    ai,
    asker,
    requests,
    files,
    charges,
    /** The files that were read completely. */
    readings,
    /** Aborts the call. */
    leave: () => leaving.abort(),
    /** Charged calls that are not finished. */
    open: () => open,
    /** Units refunded because nothing was bought with them. */
    refunded: () => refunded,
    /** The total units that providers are paid for. */
    bought: () => charges.reduce((sum, { units }) => sum + units, 0) - refunded,
    keep: (path: string, bytes: Uint8Array): string => {
      files.set(path, bytes)
      return BASE + path
    },
  }
}

/** Fakes timers until the test ends. They fire only when `pass` is called. */
export function stopTimeouts() {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  return { pass: (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds) }
}

export const readStreamText = (stream: ReadableStream<Uint8Array>): Promise<string> => new Response(stream).text()
