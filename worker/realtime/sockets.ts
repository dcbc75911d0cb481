import type { Clock, Env } from '#worker/env.ts'
import { newId } from '#worker/http/signature.ts'
import type { Introduction } from './connection.ts'
import { placesFor, type Rung, RUNGS, smaller } from './places.ts'
import { CAPACITY_HEADER, INTRODUCTION_HEADER } from './socket-headers.ts'

export type SocketsDeps = {
  readonly gateways: Env['GATEWAYS']
  readonly clock: Clock
  /** How many sockets one gateway takes. */
  readonly capacity: number
  /** What the limits of a socket are multiplied by. */
  readonly factor: number
}

export type Sockets = ReturnType<typeof createSockets>

/** A rung that is believed to be needed is given up after so long: the crowd may have gone. */
const BELIEVED_MS = 60_000

/**
 * Gives each new socket a place on a gateway. Nobody keeps how many gateways there are: a full one says so, then the
 * next index is tried, then a gateway of the next rung, and the isolate remembers that rung for a while. An isolate
 * that knows nothing yet begins at one gateway and finds the rest in at most a handful of calls, so there is no object
 * that every connection has to ask, and none that knows a number which is not true any more.
 */
export function createSockets({ gateways, clock, capacity, factor }: SocketsDeps) {
  let rung: Rung = RUNGS[0]
  let since = clock()

  function believe(size: Rung): void {
    rung = size
    since = clock()
  }

  return {
    /** @returns 101 with a socket, or 503 when everything is full */
    async open(person: Pick<Introduction, 'identity' | 'takesMany'>): Promise<Response> {
      if (rung > 1 && clock() - since > BELIEVED_MS) believe(smaller(rung))
      const id = newId()
      const introduction: Introduction = { ...person, id, factor }
      const headers = {
        upgrade: 'websocket',
        [INTRODUCTION_HEADER]: JSON.stringify(introduction),
        [CAPACITY_HEADER]: String(capacity),
      }
      for (const place of placesFor(Number.parseInt(id.slice(0, 8), 16), rung)) {
        const gateway = gateways.get(gateways.idFromName(String(place.index)))
        const response = await gateway.fetch('https://gateway/', { headers })
        if (response.status !== 503) {
          if (place.rung > rung) believe(place.rung)
          return response
        }
      }
      return new Response(null, { status: 503 })
    },
  }
}
