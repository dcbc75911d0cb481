/** How many gateways a project's sockets are spread over. */
export const RUNGS = [1, 4, 16, 64, 256] as const
export type Rung = (typeof RUNGS)[number]

export type Place = { readonly rung: Rung; readonly index: number }

/**
 * Where a connection may live, the best place first: by its hash on the rung that is thought to do, then the next
 * index, then on each larger rung one of the gateways that the smaller ones do not have.
 */
export function placesFor(hash: number, rung: Rung): Place[] {
  const home = hash % rung
  const near: Place[] = rung === 1 ? [{ rung, index: 0 }] : [home, (home + 1) % rung].map((index) => ({ rung, index }))
  const larger = RUNGS.filter((size) => size > rung)
  return [...near, ...larger.map((size) => ({ rung: size, index: size / 4 + (hash % (size - size / 4)) }))]
}

export const smaller = (rung: Rung): Rung => RUNGS[Math.max(0, RUNGS.indexOf(rung) - 1)]!
