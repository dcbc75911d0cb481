/**
 * Runs a check on each case and returns the failing cases, so that one test asserts a property of a whole table.
 *
 * @param label names a case in the failure message
 * @param check throws, or resolves to false, when the case violates the property
 * @example
 * expect(await findOffenders(TEAMS, ({ name }) => name, ({ id }) => expect(id).toMatch(/^[a-z]+$/))).toEqual([])
 */
export async function findOffenders<const Case>(
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
