import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Values are NaN where the kernel does not provide them (anything but Linux). */
export const listRuntimes = (pid: number): number[] => {
  try {
    const listed = execFileSync('ps', ['-o', 'pid=,comm=', '--ppid', String(pid)], { encoding: 'utf8' })
    return listed
      .split('\n')
      .filter((line) => line.includes('workerd'))
      .map((line) => Number.parseInt(line, 10))
  } catch {
    return []
  }
}

/** CPU time of all running threads, in milliseconds. */
export function getCpuMs(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const taken = threads.map((id) => readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0])
    return taken.reduce((sum, nanoseconds) => sum + Number(nanoseconds) / 1e6, 0)
  } catch {
    return Number.NaN
  }
}

/** The peak memory use of a process. */
export const getPeakBytes = (pid: number): number => readStatusBytes(pid, 'VmHWM')

/** The current memory use of a process. */
export const getMemoryBytes = (pid: number): number => readStatusBytes(pid, 'VmRSS')

function readStatusBytes(pid: number, field: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'mu').exec(status)?.[1]) * 1024
  } catch {
    return Number.NaN
  }
}
