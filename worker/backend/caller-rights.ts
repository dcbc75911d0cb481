import type { Caller } from './caller.ts'

/**
 * A caller's rights on files, art and mail.
 * - `service`: the owner; may do everything.
 * - `edge`: our own edge on a visitor's behalf. It has already applied its rate limits.
 * - `raw`: every other caller. The public key only names the project and grants nothing.
 */
export type CallerRights = 'service' | 'edge' | 'raw'

export function getCallerRights({ role, viaEdge }: Caller): CallerRights {
  if (role === 'service') return 'service'
  return viaEdge ? 'edge' : 'raw'
}
