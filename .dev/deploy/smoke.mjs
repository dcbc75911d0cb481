import { setTimeout as sleep } from 'node:timers/promises'

/** What a deployed site must answer, with what its answer must hold. */
const CHECKS = [
  { path: '/health', holds: (text) => JSON.parse(text).ok === true },
  { path: '/ready', holds: (text) => JSON.parse(text).ok === true },
  { path: '/', holds: (text) => text.includes('</html>') },
  { path: '/api/config', holds: (text) => typeof JSON.parse(text).projectId === 'string' },
  { path: '/hall-of-fame', holds: (text) => text.includes('</html>') },
]

/**
 * Asks a site for what every deployment must answer; what fails is tried again, because a new version takes a while to
 * be everywhere.
 *
 * @param {string} address origin of the site
 * @param {{ tries?: number, waitMs?: number, send?: typeof fetch }} [options]
 * @returns {Promise<string[]>} what was not as it has to be, each as one line; empty: all is well
 */
export async function smokeTest(address, { tries = 10, waitMs = 3_000, send = fetch } = {}) {
  let faults = []
  for (let i = 0; i < tries; i++) {
    if (i > 0) await sleep(waitMs)
    const said = await Promise.all(CHECKS.map((check) => faultOf(address, check, send)))
    faults = said.filter((fault) => fault !== null)
    if (faults.length === 0) return []
  }
  return faults
}

async function faultOf(address, { path, holds }, send) {
  try {
    const response = await send(new URL(path, address), { redirect: 'manual', signal: AbortSignal.timeout(30_000) })
    const text = await response.text()
    if (response.status !== 200) return `${path} answered ${response.status}`
    return holds(text) ? null : `${path} answered something else`
  } catch (thrown) {
    return `${path} failed: ${thrown.cause?.code ?? thrown.message}`
  }
}
