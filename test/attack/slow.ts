import { request } from 'node:http'
import { runTool } from './tools.ts'

/** How soon a visitor who comes meanwhile has to be answered. */
const ANSWERED_WITHIN_MS = 1000
const PROBE_EVERY_MS = 250
/** More than a browser, a proxy or a small server holds open. */
const CONNECTIONS = 400
const PER_SECOND = 200

/** Headers that never end (Slowloris), or a body that does not (R-U-Dead-Yet). */
export type Attack = 'slow headers' | 'slow body'
const OPTIONS: Readonly<Record<Attack, readonly string[]>> = {
  'slow headers': ['-H'],
  'slow body': ['-B', '-t', 'POST', '-s', '8192', '-f', 'application/json'],
}

export type Probed = {
  /** Connections that the attack held open at once, at most. */
  readonly held: number
  /** How long each visitor waited, in milliseconds; Infinity: it was not answered well within a second. */
  readonly waits: readonly number[]
}

/** A visitor's request on a connection of its own. @returns milliseconds */
function probe(url: string): Promise<number> {
  const began = performance.now()
  return new Promise((resolve) => {
    const fail = () => resolve(Number.POSITIVE_INFINITY)
    const sent = request(url, { agent: false }, (answer) => {
      const isGood = answer.statusCode === 200
      answer.resume().once('end', () => {
        clearTimeout(late)
        resolve(isGood ? performance.now() - began : Number.POSITIVE_INFINITY)
      })
      answer.once('error', fail)
    })
    const late = setTimeout(() => {
      sent.destroy()
      fail()
    }, ANSWERED_WITHIN_MS)
    sent.once('error', fail).end()
  })
}

/**
 * Lets slowhttptest hold connections to a path of a server, and asks another one all the while.
 *
 * @param probed an address that answers 200
 */
export async function slow(attack: Attack, attacked: string, probed: string, seconds: number): Promise<Probed> {
  const options = [
    '-c',
    CONNECTIONS,
    '-r',
    PER_SECOND,
    '-i',
    5,
    '-x',
    24,
    '-p',
    3,
    '-l',
    seconds,
    '-u',
    attacked,
    '-v',
    1,
  ]
  const run = { isOver: false }
  const tool = runTool('slowhttptest', [...OPTIONS[attack], ...options.map(String)], (seconds + 30) * 1000).finally(
    () => {
      run.isOver = true
    },
  )
  const waits: number[] = []
  while (!run.isOver) {
    waits.push(await probe(probed))
    await new Promise((resolve) => setTimeout(resolve, PROBE_EVERY_MS))
  }
  // Its words are colored.
  // oxlint-disable-next-line no-control-regex -- the escape character
  const output = (await tool).output.replaceAll(/\u001b\[[\d;]*m/g, '')
  return { held: Math.max(0, ...[...output.matchAll(/connected:\s+(\d+)/g)].map(([, n]) => Number(n))), waits }
}

/** Whether every visitor was answered. */
export const isServing = ({ waits }: Probed): boolean =>
  waits.length > 0 && waits.every((wait) => Number.isFinite(wait))

/** Fewer are no attack. */
export const isAttacked = ({ held }: Probed): boolean => held >= CONNECTIONS / 4
