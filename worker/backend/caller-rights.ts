import type { Caller } from './caller.ts'

/**
 * The rights of a caller on files, art and mail. `service`: everything. `edge`: our own edge on a visitor's behalf,
 * which has applied its limits. `raw`: every other caller; the public key names the project and grants nothing by
 * itself.
 */
export type CallerRights = 'service' | 'edge' | 'raw'

export function getCallerRights({ role, viaEdge }: Caller): CallerRights {
  if (role === 'service') return 'service'
  return viaEdge ? 'edge' : 'raw'
}
