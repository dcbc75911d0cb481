import type { ReactNode } from 'react'
import type { SectionSlot } from '#shared/contracts/first-paint.ts'
import { SlotSection, useMarks, useSlotAttribute } from './slots.tsx'

type SlotPartProps = { slot: SectionSlot; isShown: boolean; children: ReactNode }

/** A part that is there or not; in a template of a first paint always, for the Worker to leave out. */
export function SlotPart({ slot, isShown, children }: SlotPartProps) {
  const isTemplate = useMarks() !== null
  return isShown || isTemplate ? <SlotSection slot={slot}>{children}</SlotSection> : null
}

type Slotted = { 'data-slot'?: string }

/** Marks the link that leads to where one is; in a template the Worker marks one. */
export function useCurrent(slot: SectionSlot, isCurrent: boolean): Slotted & { 'aria-current'?: 'page' } {
  const isTemplate = useMarks() !== null
  const slotted = useSlotAttribute('aria-current', slot, 'here')
  if (isTemplate) return slotted
  return isCurrent ? { 'aria-current': 'page' } : {}
}
