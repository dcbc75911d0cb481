import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

/** The memory file system of Linux. */
const MEMORY = '/dev/shm'
/** Ten times what the suites store at a time. Containers often have less. */
const NEEDED_BYTES = 256 * 1024 ** 2

/**
 * Returns the folder for databases of tests. It is in memory where possible: on a disk, SQLite waits for the drive at every
 * write, which takes a quarter of the time of the suites in workerd.
 */
export function getMemoryFolder(): string {
  try {
    accessSync(MEMORY, constants.W_OK)
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= NEEDED_BYTES ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
