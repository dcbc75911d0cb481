/** Returns the value at a path of an unvalidated response. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
  let found = value
  for (const key of path)
    found = typeof found === 'object' && found !== null ? (found as Record<string | number, unknown>)[key] : undefined
  return found
}

export const listAt = (value: unknown, ...path: readonly (string | number)[]): readonly unknown[] => {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : []
}

/** Returns text without the highlight tags that some services put around matches, or undefined. */
export function textAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = at(value, ...path)
  if (typeof found === 'number') return String(found)
  if (typeof found !== 'string' || found === '') return undefined
  return found.replaceAll(/<\/?(?:strong|b|em)>/g, '')
}

/** Returns an HTTP(S) address unchanged, or undefined. */
export function linkAt(value: unknown, ...path: readonly (string | number)[]): string | undefined {
  const found = at(value, ...path)
  return typeof found === 'string' && /^https?:\/\//i.test(found) ? found : undefined
}

export const numberAt = (value: unknown, ...path: readonly (string | number)[]): number | undefined => {
  const found = at(value, ...path)
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined
}

type Defined<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> }

/** Drops undefined fields. */
export const dropUndefined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>

/** Numbers the results that have a title and an address. */
export const rankResults = <T extends object>(
  items: readonly unknown[],
  link: string,
  readItem: (item: unknown) => T,
): ({ position: number; title: string; link: string } & Defined<T>)[] =>
  items
    .flatMap((item) => {
      const [title, to] = [textAt(item, 'title'), linkAt(item, link)]
      return title === undefined || to === undefined ? [] : [{ title, link: to, ...dropUndefined(readItem(item)) }]
    })
    .map((item, i) => ({ position: i + 1, ...item }))
