import { FIRST_ANSWERS_ID } from '#shared/contracts/first-answers.ts'

/**
 * What this page's HTML already knows of an address of the API, as a query's first data: it is as old as the page. The
 * Worker of the same build has written it, so no more is looked at than whether it is such an answer at all.
 *
 * @param dataOf undefined for what is no such answer
 * @returns nothing when the page does not carry it, or carries something else
 */
export function firstAnswer<T, Data>(path: string, dataOf: (answer: Partial<T>) => Data | undefined) {
  const initialData = dataOf((readAnswers()[path] ?? {}) as Partial<T>)
  return initialData === undefined ? {} : { initialData, initialDataUpdatedAt: performance.timeOrigin }
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
