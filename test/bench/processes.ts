import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** Where the kernel does not tell, so on anything but Linux, figures are NaN. */
export const runtimesOf = (pid: number): number[] => {
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

/** CPU time of all threads that still run, in milliseconds. */
export function cpuMsOf(pid: number): number {
  try {
    const threads = readdirSync(`/proc/${pid}/task`)
    const taken = threads.map((id) => readFileSync(`/proc/${pid}/task/${id}/schedstat`, 'utf8').split(' ')[0])
    return taken.reduce((sum, nanoseconds) => sum + Number(nanoseconds) / 1e6, 0)
  } catch {
    return Number.NaN
  }
}

/** The most memory that a process has ever had. */
export const peakBytesOf = (pid: number): number => statusBytesOf(pid, 'VmHWM')

/** The memory that a process has now. */
export const memoryBytesOf = (pid: number): number => statusBytesOf(pid, 'VmRSS')

function statusBytesOf(pid: number, field: string): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'mu').exec(status)?.[1]) * 1024
  } catch {
    return Number.NaN
  }
}
