import type { Clock, Env } from '#worker/env.ts'
import { newId } from '#worker/http/signature.ts'
import type { Introduction } from './connection.ts'
import { shardsFor, type ShardCount, SHARD_COUNTS, getSmallerCount } from './gateway-sharding.ts'
import { CAPACITY_HEADER, INTRODUCTION_HEADER, NETWORK_CAPACITY_HEADER, NETWORK_HEADER } from './socket-headers.ts'

export type SocketsDeps = {
  readonly gateways: Env['GATEWAYS']
  readonly clock: Clock
  /** Maximum number of sockets per gateway. */
  readonly capacity: number
  /** Maximum number of sockets per network on each gateway. */
  readonly perNetwork: number
  /** Multiplies the limits of a socket. */
  readonly factor: number
}

/** Time after which the next smaller shard count is tried, because the crowd may have left. */
const SHARD_COUNT_TTL_MS = 60_000

/**
 * Assigns each new socket to a gateway (sharding without a coordinator). The number of gateways is not stored, so it
 * cannot be stale. A full gateway responds with 503. Then the next index is tried, then a gateway of the next shard
 * count. The isolate caches that count for a while. A new isolate starts with one gateway and finds the others in a
 * handful of calls, so no single object handles every connection.
 */
export class Sockets {
  private readonly deps: SocketsDeps
  private shardCount: ShardCount = SHARD_COUNTS[0]
  private since: number

  constructor(deps: SocketsDeps) {
    this.deps = deps
    this.since = deps.clock()
  }

  /**
   * @param network HMAC of the socket's network
   * @returns 101 with a socket, 429 if its network has too many, or 503 if all gateways are full
   */
  async open(person: Pick<Introduction, 'identity' | 'takesMany' | 'hasKey'>, network: string): Promise<Response> {
    if (this.shardCount > 1 && this.deps.clock() - this.since > SHARD_COUNT_TTL_MS)
      this.setShardCount(getSmallerCount(this.shardCount))
    const id = newId()
    const introduction: Introduction = { ...person, id, factor: this.deps.factor }
    const headers = {
      upgrade: 'websocket',
      [INTRODUCTION_HEADER]: JSON.stringify(introduction),
      [CAPACITY_HEADER]: String(this.deps.capacity),
      [NETWORK_HEADER]: network,
      [NETWORK_CAPACITY_HEADER]: String(this.deps.perNetwork),
    }
    for (const shard of shardsFor(Number.parseInt(id.slice(0, 8), 16), this.shardCount)) {
      const gateway = this.deps.gateways.get(this.deps.gateways.idFromName(String(shard.index)))
      const response = await gateway.fetch('https://gateway/', { headers })
      if (response.status !== 503) {
        if (shard.shardCount > this.shardCount) this.setShardCount(shard.shardCount)
        return response
      }
    }
    return new Response(null, { status: 503 })
  }

  private setShardCount(size: ShardCount): void {
    this.shardCount = size
    this.since = this.deps.clock()
  }
}
