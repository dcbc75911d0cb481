/**
 * Does a write whose answer may be lost. When it fails, `look` says what it has come to all the same: null or undefined
 * when it was not done.
 *
 * @throws what the write threw, when it was not done or nobody can tell
 */
export async function settled<T>(write: () => Promise<T>, look: () => Promise<T | null | undefined>): Promise<T> {
  try {
    return await write()
  } catch (thrown) {
    const done = await look().catch(() => null)
    if (done === null || done === undefined) throw thrown
    return done
  }
}
