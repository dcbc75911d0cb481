/** Passes an answer on; a failure that the screen keeps quiet about leaves a line in the console. */
export async function logged<T>(what: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (thrown) {
    // oxlint-disable-next-line no-console -- the only trace of a failure that no toast reports
    if (!(thrown instanceof DOMException && thrown.name === 'AbortError')) console.error(what, thrown)
    throw thrown
  }
}
