/**
 * Runs a check on each case and returns the cases that fail it, so that one test states a property of a whole table.
 *
 * @param label names a case in the failure
 * @param check throws, or resolves to false, when the case breaks the property
 * @example
 * expect(await offendersOf(TEAMS, ({ name }) => name, ({ id }) => expect(id).toMatch(/^[a-z]+$/))).toEqual([])
 */
export async function offendersOf<const Case>(
  cases: Iterable<Case>,
  label: (one: Case) => unknown,
  check: (one: Case) => unknown,
): Promise<string[]> {
  const offenders: string[] = []
  let checked = 0
  for (const one of cases) {
    checked++
    try {
      if ((await check(one)) === false) offenders.push(String(label(one)))
    } catch (thrown) {
      offenders.push(`${String(label(one))}: ${thrown instanceof Error ? thrown.message : String(thrown)}`)
    }
  }
  if (checked === 0) throw new Error('There is no case to check.')
  return offenders
}
