/** How much of something that grows back is left, and when that was. Small enough to live in a socket's attachment. */
export type Allowance = { readonly left: number; readonly at: number }

export type Pace = { readonly perSecond: number; readonly burst: number }

export const fullAllowance = ({ burst }: Pace, now: number): Allowance => ({ left: burst, at: now })

/** Takes one. @returns what is left, or null when there is none */
export function take({ left, at }: Allowance, { perSecond, burst }: Pace, now: number): Allowance | null {
  const grown = Math.min(burst, left + (Math.max(0, now - at) / 1000) * perSecond)
  return grown < 1 ? null : { left: grown - 1, at: now }
}
