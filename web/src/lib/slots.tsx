import { createContext, type ReactNode, useContext } from 'react'
import type { SectionSlot, ValueSlot } from '#shared/contracts/first-paint.ts'

/** Marks slots in the HTML of a first paint, which the build writes of the screens themselves. */
export type SlotMarks = {
  value(slot: ValueSlot): string
  section(slot: SectionSlot): { begin: string; end: string }
  /** Stands as an attribute's value where that whole attribute is a section with one value. */
  attribute(name: string, slot: SectionSlot, value: ValueSlot): string
}

/** Null in the app itself. A first paint has marks for its slots, but where a test renders it with the data itself. */
const First = createContext<{ marks: SlotMarks | null } | null>(null)
export const FirstPaintProvider = First.Provider

/** Null but in a template of a first paint. */
export const useMarks = (): SlotMarks | null => useContext(First)?.marks ?? null
/** Whether this is the first paint, and not the app. */
export const useIsFirst = (): boolean => useContext(First) !== null

/** A text that the Worker writes into the first paint; in the app, the text. */
export function useSlot(slot: ValueSlot, text: string): string {
  const marks = useMarks()
  return marks === null ? text : marks.value(slot)
}

/** The same as an element's text. */
export function SlotText({ slot, children }: { slot: ValueSlot; children: ReactNode }) {
  const marks = useMarks()
  return marks === null ? children : marks.value(slot)
}

/** A part of a first paint that is left out where the Worker has nothing for it. */
export function SlotSection({ slot, children }: { slot: SectionSlot; children: ReactNode }) {
  const marks = useMarks()
  if (marks === null) return children
  const { begin, end } = marks.section(slot)
  return (
    <>
      {begin}
      {children}
      {end}
    </>
  )
}

type SlotListProps<T> = { slot: SectionSlot; items: readonly T[]; children: (item: T) => ReactNode }

/** Items of a list; in a first paint, the first as the template of them all. */
export function SlotList<T>({ slot, items, children }: SlotListProps<T>) {
  const marks = useMarks()
  const [first] = items
  if (marks === null || first === undefined) return items.map(children)
  return <SlotSection slot={slot}>{children(first)}</SlotSection>
}

/** Where the Worker may add an attribute. @example <form {...useSlotAttribute('style', 'colored', 'colors')}> */
export function useSlotAttribute(name: string, slot: SectionSlot, value: ValueSlot): { 'data-slot'?: string } {
  const marks = useMarks()
  return marks === null ? {} : { 'data-slot': marks.attribute(name, slot, value) }
}

/** For a control that does its work in the first paint too, as part of a form or a link: all others are inert there. */
export function useUsable(): { 'data-usable'?: '' } {
  return useIsFirst() ? { 'data-usable': '' } : {}
}

/** For what is of no use without a script: public/no-script.css hides it where none runs. */
export function useScripted(): { 'data-scripted'?: '' } {
  return useIsFirst() ? { 'data-scripted': '' } : {}
}

/** What is in the first paint alone. */
export function OnlyFirst({ children }: { children: ReactNode }) {
  return useIsFirst() ? children : null
}

type EitherProps = {
  fine: SectionSlot
  fault: SectionSlot
  error: string | undefined
  children: (error?: string) => ReactNode
}

/** A field with what is wrong with it, if anything; in a first paint both, of which the Worker shows one. */
export function SlotEither({ fine, fault, error, children }: EitherProps) {
  const marks = useMarks()
  if (marks === null) return children(error)
  return (
    <>
      <SlotSection slot={fine}>{children()}</SlotSection>
      <SlotSection slot={fault}>{children(marks.value('contactFault'))}</SlotSection>
    </>
  )
}
