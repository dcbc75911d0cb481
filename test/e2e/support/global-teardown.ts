import { rmSync } from 'node:fs'
import { readHosts } from './hosts.ts'

/** Removes the data of the run's servers. */
export default function removeData(): void {
  const { site, standIns, core, edge } = readHosts()
  for (const { dataDir } of [site, standIns, core, edge])
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
}
