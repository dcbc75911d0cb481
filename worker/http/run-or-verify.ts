/**
 * Runs a write. If it throws, calls `verify` to find out whether it was committed anyway. Null or undefined means it was
 * not.
 *
 * @throws the write's error, if it was not committed or `verify` fails too
 */
export async function runOrVerify<T>(write: () => Promise<T>, verify: () => Promise<T | null | undefined>): Promise<T> {
  try {
    return await write()
  } catch (thrown) {
    const committed = await verify().catch(() => null)
    if (committed === null || committed === undefined) throw thrown
    return committed
  }
}
