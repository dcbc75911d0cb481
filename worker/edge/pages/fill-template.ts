import {
  type Part,
  type SectionSlot,
  type Template,
  VALUE_SLOTS,
  type ValueSlot,
} from '#shared/contracts/first-paint.ts'
import { escapeHtml } from '#worker/http/escape-html.ts'

/** What a template is filled with: values by slot, and for each section nothing, once what it is filled with, or several. */
export type Filling = {
  readonly values?: Readonly<Partial<Record<ValueSlot, string>>>
  readonly sections?: Readonly<Partial<Record<SectionSlot, readonly Filling[]>>>
}

/**
 * Writes a template as HTML. Sections without data are left out; a section's values come before those around it, and a
 * value that nothing has is empty. No value is read as HTML or as a slot, but for those whose kind is `html`.
 */
export function fillTemplate(template: Template, { values = {}, sections = {} }: Filling): string {
  const write = (part: Part): string => {
    if (typeof part === 'string') return part
    if ('value' in part) return WRITERS[VALUE_SLOTS[part.value]](values[part.value] ?? '')
    return (sections[part.section] ?? [])
      .map((own) =>
        fillTemplate(part.parts, {
          values: { ...values, ...own.values },
          sections: { ...sections, ...own.sections },
        }),
      )
      .join('')
  }
  return template.map(write).join('')
}

const WEB_ADDRESS = /^(?:https?:\/\/|\/(?!\/))/i

const WRITERS = {
  text: escapeHtml,
  /** Never a script's address (`javascript:`). */
  url: (address: string) => (WEB_ADDRESS.test(address) ? escapeHtml(address) : ''),
  html: (markup: string) => markup,
} as const
