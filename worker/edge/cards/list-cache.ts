import { hexOf } from '#worker/http/signature.ts'
import { describeError, log } from '#worker/http/log.ts'
import type { Clock } from '#worker/env.ts'

/** So old a list is answered as it is. */
const FRESH_MS = 2000
/** Until then it is answered and read again after the answer (stale-while-revalidate, RFC 5861); older, before it. */
const KEPT_MS = 5000
/** A read after the answer that has not ended by then is lost, with the request that began it. */
const REFRESH_MS = 1000
/** How often lists are read past the cache by browsers that say they have changed something: anyone can say so. */
const OWN_READS_PER_SECOND = 64
/**
 * The rate at which votes cast in this isolate have lists read at once: enough for a quiet site to count at once.
 */
const READS_PER_SECOND = 8
/** Six lists for 33 choices of a team fit; where hosts are not known, each has lists of its own. */
const KEPT_LISTS = 256
const TAG_BYTES = 16

/** A list as it is answered: its JSON and its entity tag (RFC 9110, section 8.8.3), the same in every isolate. */
export type KeptList = { readonly body: string; readonly etag: string }

/** Reads a list. `anyReplica`: what is read may be a moment old. */
export type ReadList = (anyReplica: boolean) => Promise<unknown>

type Entry = { readonly list: KeptList; readonly at: number; readonly changes: number; refreshedAt: number }

/**
 * Keeps the public lists for seconds, in the memory of the isolate. Only what every visitor may read is in it, and the
 * key is what was asked: no key, cookie or role is part of an answer. In memory, because the Cache API measured half as
 * fast, does nothing at `workers.dev` and forgets a removed card in one data centre only.
 *
 * What is shared between requests is what was read, never the reading: that ends with the request that began it.
 */
export function createListCache({ clock, defer }: { clock: Clock; defer: (work: Promise<unknown>) => void }) {
  const kept = new Map<string, Entry>()
  let changes = 0
  let cleared = 0
  let clearedAt = Number.NEGATIVE_INFINITY
  const mayReadAtOnce = perSecond(READS_PER_SECOND)
  const mayReadPast = perSecond(OWN_READS_PER_SECOND)

  async function load(key: string, read: ReadList, anyReplica: boolean): Promise<KeptList> {
    const before = { at: clock(), changes, cleared }
    const body = JSON.stringify(await read(anyReplica))
    const list = { body, etag: await tagOf(body) }
    // A card that has left a list meanwhile may still be in this one.
    if (before.cleared !== cleared) return list
    if (kept.size >= KEPT_LISTS && !kept.has(key)) kept.clear()
    kept.set(key, { list, at: before.at, changes: before.changes, refreshedAt: before.at })
    return list
  }

  return {
    /**
     * @param key everything that the list depends on
     * @param isOwn whether the caller says that it has just changed something: it sees the truth
     */
    async read(key: string, read: ReadList, isOwn: boolean): Promise<KeptList> {
      const entry = kept.get(key)
      const now = clock()
      // A replica may not have heard yet of what was just changed here.
      const anyReplica = now - clearedAt >= KEPT_MS
      if (isOwn && mayReadPast(now)) return load(key, read, false)
      if (entry === undefined || now - entry.at >= KEPT_MS) return load(key, read, anyReplica)
      if (entry.changes !== changes && mayReadAtOnce(now)) return load(key, read, false)
      if (now - entry.at >= FRESH_MS && now - entry.refreshedAt >= REFRESH_MS) {
        entry.refreshedAt = now
        const refreshed = load(key, read, anyReplica).catch((thrown: unknown) =>
          log.info('list not read again', { cause: describeError(thrown) }),
        )
        defer(refreshed)
      }
      return entry.list
    },

    /** A number in some list has changed. */
    changed(): void {
      changes++
    },

    /**
     * A card has entered or left the lists, or is called something else: no list from before is answered again here.
     */
    clear(): void {
      cleared++
      clearedAt = clock()
      kept.clear()
    },
  }
}

/** A fixed window counter in memory. @returns whether one more is within `most` of this second */
function perSecond(most: number): (now: number) => boolean {
  let window = { second: 0, count: 0 }
  return (now) => {
    const second = Math.floor(now / 1000)
    if (window.second !== second) window = { second, count: 0 }
    return window.count++ < most
  }
}

export type ListCache = ReturnType<typeof createListCache>

async function tagOf(body: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(body))
  return `W/"${hexOf(new Uint8Array(digest, 0, TAG_BYTES))}"`
}
