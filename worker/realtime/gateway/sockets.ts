import type { Clock, Env } from '#worker/env.ts'
import { newId } from '#worker/http/signature.ts'
import type { Introduction } from './connection.ts'
import { shardsFor, type ShardCount, SHARD_COUNTS, smallerCount } from './gateway-sharding.ts'
import { CAPACITY_HEADER, INTRODUCTION_HEADER, NETWORK_CAPACITY_HEADER, NETWORK_HEADER } from './socket-headers.ts'

export type SocketsDeps = {
  readonly gateways: Env['GATEWAYS']
  readonly clock: Clock
  /** Maximum number of sockets per gateway. */
  readonly capacity: number
  /** Maximum number of sockets per network. A crowd that fills several gateways is counted at each. */
  readonly perNetwork: number
  /** The factor of the limits of a socket. */
  readonly factor: number
}

/** After this the next smaller shard count is tried: the crowd may have gone. */
const BELIEVED_MS = 60_000

/**
 * Assigns each new socket to a gateway (sharding without a coordinator). The number of gateways is not stored: a full
 * one answers 503, then the next index is tried, then a gateway of the next shard count, and the isolate caches that
 * count for a while. A fresh isolate begins at one gateway and finds the others in at most a handful of calls, so no
 * object is asked by every connection, and no stored number can be out of date.
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
   * @param network the name of the network that a socket comes from, as an HMAC
   * @returns 101 with a socket, 429 when its network has too many, or 503 when everything is full
   */
  async open(person: Pick<Introduction, 'identity' | 'takesMany' | 'hasKey'>, network: string): Promise<Response> {
    if (this.shardCount > 1 && this.deps.clock() - this.since > BELIEVED_MS) this.believe(smallerCount(this.shardCount))
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
        if (shard.shardCount > this.shardCount) this.believe(shard.shardCount)
        return response
      }
    }
    return new Response(null, { status: 503 })
  }

  private believe(size: ShardCount): void {
    this.shardCount = size
    this.since = this.deps.clock()
  }
}
