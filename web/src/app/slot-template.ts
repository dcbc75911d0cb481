import {
  type Part,
  SECTION_SLOTS,
  type SectionSlot,
  type Template,
  VALUE_SLOTS,
  type ValueSlot,
} from '#shared/contracts/first-paint.ts'
import type { SlotMarks } from '#web/lib/slots.tsx'

/** Characters for private use (U+E000, U+E001): no text of the screens has them, and React writes them as they are. */
const [START, END] = ['\u{E000}', '\u{E001}']
const MARK = new RegExp(`${START}([^${END}]*)${END}`, 'u')
/** Either of them on its own, or in an address, where it is percent-encoded. */
const STRAY = /[\u{E000}\u{E001}]|%EE%80%8[01]/iu

const mark = (...words: string[]): string => START + words.join(' ') + END

export const SLOT_MARKS: SlotMarks = {
  value: (slot) => mark('value', slot),
  section: (slot) => ({ begin: mark('begin', slot), end: mark('end', slot) }),
  attribute: (name, slot, value) => mark('attribute', name, slot, value),
}

/** What stands round the mark of an attribute. */
const [ATTRIBUTE_START, ATTRIBUTE_END] = [' data-slot="', '"']

type Open = { slot: SectionSlot | null; parts: Part[] }

/**
 * Makes a template of HTML that was rendered with marks.
 *
 * @throws Error for an unknown slot, a section without end, or a mark that was changed on its way into the HTML
 */
export function parseTemplate(html: string): Template {
  const open: Open[] = [{ slot: null, parts: [] }]
  const put = (part: Part) => part === '' || open.at(-1)!.parts.push(part)
  // Text and the words of a mark in turn.
  const pieces = html.split(MARK)
  for (const [index, piece] of pieces.entries()) {
    if (index % 2 === 0) {
      if (STRAY.test(piece)) throw new Error(`A slot was changed while it was rendered: ${piece.slice(0, 200)}`)
      const wasInAttribute = pieces[index - 1]?.startsWith('attribute ')
      const isInAttribute = pieces[index + 1]?.startsWith('attribute ')
      put(withoutEnds(piece, wasInAttribute ? ATTRIBUTE_END : '', isInAttribute ? ATTRIBUTE_START : ''))
      continue
    }
    const [verb, ...names] = piece.split(' ')
    if (verb === 'value') put({ value: valueSlot(names[0]) })
    else if (verb === 'begin') open.push({ slot: sectionSlot(names[0]), parts: [] })
    else if (verb === 'end') {
      const { slot, parts } = open.pop()!
      if (slot === null || slot !== names[0]) throw new Error(`Slot ${names[0]} ends inside of ${slot}.`)
      put({ section: slot, parts })
    } else if (verb === 'attribute') {
      const [name, section, value] = names
      put({ section: sectionSlot(section), parts: [` ${name}="`, { value: valueSlot(value) }, '"'] })
    } else throw new Error(`A slot says ${piece}.`)
  }
  if (open.length > 1) throw new Error(`Slot ${open.at(-1)!.slot} has no end.`)
  return open[0]!.parts
}

/** @throws Error unless both are there */
function withoutEnds(text: string, start: string, end: string): string {
  if (!text.startsWith(start) || !text.endsWith(end)) throw new Error(`No attribute of its own: ${text.slice(0, 200)}`)
  return text.slice(start.length, text.length - end.length)
}

function valueSlot(name = ''): ValueSlot {
  if (!Object.hasOwn(VALUE_SLOTS, name)) throw new Error(`There is no value slot ${name}.`)
  return name as ValueSlot
}

function sectionSlot(name = ''): SectionSlot {
  const found = SECTION_SLOTS.find((slot) => slot === name)
  if (found === undefined) throw new Error(`There is no section slot ${name}.`)
  return found
}

/** The names of all slots of a template, each once, in the order of the alphabet. */
export const slotsOf = (template: Template): readonly string[] => [...new Set(template.flatMap(namesOf))].toSorted()

function namesOf(part: Part): readonly string[] {
  if (typeof part === 'string') return []
  return 'value' in part ? [part.value] : [part.section, ...slotsOf(part.parts)]
}
