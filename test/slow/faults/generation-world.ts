import { testEnv } from '../../support/env.ts'
import { createFaults } from '../../support/faults/index.ts'
import { createDrivenApp, startOfDrive } from '../../worker/edge/driven.ts'

export const time = startOfDrive()
export const faults = createFaults(testEnv(), { time })

/** The whole Worker with faults, and generations whose alarms the test rings. */
export const driven = createDrivenApp({
  time,
  overrides: faults.overrides,
  vars: faults.env as unknown as Record<string, string>,
  ring: faults.ring,
})

let visitors = 0

/** A visitor on a network of their own, and a name for a generation. */
export async function newcomer() {
  const n = ++visitors
  const visitor = await driven.visitor({ 'cf-connecting-ip': `10.${n >> 8}.${n & 255}.1` })
  return { visitor, id: n.toString(16).padStart(32, '0') }
}
