/** Shard counts of a project's sockets. */
export const SHARD_COUNTS = [1, 4, 16, 64, 256] as const
export type ShardCount = (typeof SHARD_COUNTS)[number]

export type Shard = { readonly shardCount: ShardCount; readonly index: number }

/** Number of gateways of this count alone that are tried before a larger count. */
const TRIES = 3

/**
 * The gateways to try for a connection, best first: by its hash among `shardCount`, then gateways that smaller counts
 * do not have, of this count and of each larger one. The gateways of smaller counts fill up together, so a full one
 * does not mean that all of this count are full: a crowd would go through count after count, and a channel pays per
 * gateway.
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

/** The n-th of the gateways that a count adds to the next smaller one. */
const added = (shardCount: ShardCount, n: number): number =>
  shardCount === 1 ? 0 : shardCount / 4 + (n % (shardCount - shardCount / 4))

export const smallerCount = (shardCount: ShardCount): ShardCount =>
  SHARD_COUNTS[Math.max(0, SHARD_COUNTS.indexOf(shardCount) - 1)]!
