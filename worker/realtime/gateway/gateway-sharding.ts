/** Possible shard counts of a project's sockets. */
export const SHARD_COUNTS = [1, 4, 16, 64, 256] as const
export type ShardCount = (typeof SHARD_COUNTS)[number]

export type Shard = { readonly shardCount: ShardCount; readonly index: number }

/** Number of gateways to try that only this shard count adds, before a larger count. */
const TRIES = 3

/**
 * Returns the gateways to try for a connection, best first: the one chosen by its hash, then gateways that only this
 * shard count or a larger one adds. Gateways of smaller counts fill up first, so a full one says little about the
 * others. Trying the added ones first keeps the number of gateways low, because a channel pays per gateway.
 */
export function shardsFor(hash: number, shardCount: ShardCount): Shard[] {
  const home = hash % shardCount
  const near = Array.from({ length: TRIES }, (_, i) => added(shardCount, Math.floor(hash / shardCount) + i))
  const larger = SHARD_COUNTS.filter((size) => size > shardCount).map((size) => ({
    shardCount: size,
    index: added(size, hash),
  }))
  return [...[...new Set([home, ...near])].map((index) => ({ shardCount, index })), ...larger]
}

/** Returns the index of the n-th gateway that a count adds to the next smaller one. */
const added = (shardCount: ShardCount, n: number): number =>
  shardCount === 1 ? 0 : shardCount / 4 + (n % (shardCount - shardCount / 4))

export const getSmallerCount = (shardCount: ShardCount): ShardCount =>
  SHARD_COUNTS[Math.max(0, SHARD_COUNTS.indexOf(shardCount) - 1)]!
