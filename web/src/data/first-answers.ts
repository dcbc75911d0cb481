import type * as z from 'zod/mini'
import { FIRST_ANSWERS_ID } from '#shared/contracts/first-answers.ts'

/**
 * What this page's HTML already knows of an address of the API, as a query's first data: it is as old as the page.
 *
 * @returns nothing when the page does not carry it, or carries something else
 */
export function firstAnswer<T, Data>(path: string, output: z.ZodMiniType<T>, dataOf: (answer: T) => Data) {
  const parsed = output.safeParse(readAnswers()[path])
  return parsed.success ? { initialData: dataOf(parsed.data), initialDataUpdatedAt: performance.timeOrigin } : {}
}

let known: { element: Element | null; answers: Readonly<Record<string, unknown>> } | null = null

/** Read once: the element stays as the page came. */
function readAnswers(): Readonly<Record<string, unknown>> {
  const element = document.getElementById(FIRST_ANSWERS_ID)
  if (known === null || known.element !== element) known = { element, answers: parse(element?.textContent ?? '') }
  return known.answers
}

function parse(text: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(text) ?? {}) as Record<string, unknown>
  } catch {
    return {}
  }
}
