import { toHex } from '#worker/http/signature.ts'
import { describeError, log } from '#worker/http/log.ts'
import type { Clock } from '#worker/env.ts'

/** Age up to which a list is served without a refresh. */
const FRESH_MS = 2000
/** Age up to which a list is refreshed after the response (stale-while-revalidate, RFC 5861), not before it. */
const STALE_MS = 5000
/** A refresh that takes longer has died with its request. */
const REFRESH_MS = 1000
/** Rate limit of reads past the cache by browsers that claim a change: anyone can claim one. */
const OWN_READS_PER_SECOND = 64
/** Rate limit of immediate reads after votes in this isolate. On a quiet site, every vote shows at once. */
const READS_PER_SECOND = 8
/** Room for six lists of 33 team choices. Without a configured origin, each host has its own lists. */
const LISTS_MAX = 256
const TAG_BYTES = 16

/** A list's JSON and its entity tag (RFC 9110, section 8.8.3), which is the same in every isolate. */
export type CachedList = { readonly body: string; readonly etag: string }

/** Reads a list. With `anyReplica`, it may be slightly stale. */
export type ReadList = (anyReplica: boolean) => Promise<unknown>

type Entry = { readonly list: CachedList; readonly at: number; readonly changes: number; refreshedAt: number }

/**
 * Caches the public lists for seconds in the isolate's memory. Entries depend on the request's parameters only, never on
 * keys, cookies or roles. Not the Cache API: it measured half as fast, does nothing at `workers.dev`, and deletes a
 * removed card in one data center only.
 *
 * Caches results, not promises, which die with their request.
 */
export class ListCache {
  private readonly clock: Clock
  private readonly defer: (work: Promise<unknown>) => void
  private readonly entries = new Map<string, Entry>()
  private changeCount = 0
  private clearCount = 0
  private clearedAt = Number.NEGATIVE_INFINITY
  private readonly mayReadAtOnce = perSecond(READS_PER_SECOND)
  private readonly mayReadPast = perSecond(OWN_READS_PER_SECOND)

  constructor({ clock, defer }: { clock: Clock; defer: (work: Promise<unknown>) => void }) {
    this.clock = clock
    this.defer = defer
  }

  /**
   * @param key everything that the list depends on
   * @param isOwn true if the caller claims a recent write, and so reads past the cache
   */
  async read(key: string, read: ReadList, isOwn: boolean): Promise<CachedList> {
    const entry = this.entries.get(key)
    const now = this.clock()
    // A replica may not have the latest write yet.
    const anyReplica = now - this.clearedAt >= STALE_MS
    if (isOwn && this.mayReadPast(now)) return this.load(key, read, false)
    if (entry === undefined || now - entry.at >= STALE_MS) return this.load(key, read, anyReplica)
    if (entry.changes !== this.changeCount && this.mayReadAtOnce(now)) return this.load(key, read, false)
    if (now - entry.at >= FRESH_MS && now - entry.refreshedAt >= REFRESH_MS) {
      entry.refreshedAt = now
      const refreshed = this.load(key, read, anyReplica).catch((thrown: unknown) =>
        log.info('list not read again', { cause: describeError(thrown) }),
      )
      this.defer(refreshed)
    }
    return entry.list
  }

  /** Marks all lists as changed, for example by a vote. */
  changed(): void {
    this.changeCount++
  }

  /** Drops all lists: a card has entered, left or been renamed. */
  clear(): void {
    this.clearCount++
    this.clearedAt = this.clock()
    this.entries.clear()
  }

  private async load(key: string, read: ReadList, anyReplica: boolean): Promise<CachedList> {
    const before = { at: this.clock(), changes: this.changeCount, cleared: this.clearCount }
    const body = JSON.stringify(await read(anyReplica))
    const list = { body, etag: await computeETag(body) }
    // The cache was cleared while this list was read, so it may still contain a removed card.
    if (before.cleared !== this.clearCount) return list
    if (this.entries.size >= LISTS_MAX && !this.entries.has(key)) this.entries.clear()
    this.entries.set(key, { list, at: before.at, changes: before.changes, refreshedAt: before.at })
    return list
  }
}

/** Creates a fixed-window counter in memory. The result returns true for the first `most` calls of each second. */
function perSecond(most: number): (now: number) => boolean {
  let window = { second: 0, count: 0 }
  return (now) => {
    const second = Math.floor(now / 1000)
    if (window.second !== second) window = { second, count: 0 }
    return window.count++ < most
  }
}

async function computeETag(body: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body))
  return `W/"${toHex(new Uint8Array(digest, 0, TAG_BYTES))}"`
}
