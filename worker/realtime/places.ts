/** How many gateways a project's sockets are spread over. */
export const RUNGS = [1, 4, 16, 64, 256] as const
export type Rung = (typeof RUNGS)[number]

export type Place = { readonly rung: Rung; readonly index: number }

/** How many of the gateways that only this rung has are tried before a larger rung. */
const TRIES = 3

/**
 * Where a connection may live, the best place first: by its hash on the rung that is thought to do, then on gateways
 * which the smaller rungs do not have, of this one and of each larger one. Those of the smaller rungs are full together,
 * so a full one does not mean that this rung is: a crowd would open rung after rung, and a channel pays for each gateway.
 */
export function placesFor(hash: number, rung: Rung): Place[] {
  const home = hash % rung
  const near = Array.from({ length: TRIES }, (_, i) => added(rung, Math.floor(hash / rung) + i))
  const larger = RUNGS.filter((size) => size > rung).map((size) => ({ rung: size, index: added(size, hash) }))
  return [...[...new Set([home, ...near])].map((index) => ({ rung, index })), ...larger]
}

/** The n-th of the gateways that a rung adds to the smaller one. */
const added = (rung: Rung, n: number): number => (rung === 1 ? 0 : rung / 4 + (n % (rung - rung / 4)))

export const smaller = (rung: Rung): Rung => RUNGS[Math.max(0, RUNGS.indexOf(rung) - 1)]!
