import { SETS } from './sets.mjs'

/**
 * @typedef {{ name: string, current: string, latest: string, step: 'major' | 'minor' | 'patch' | 'other' }} Behind
 */

/**
 * What `npm outdated --json` says of pinned versions.
 *
 * @param {string} output
 * @returns {Behind[]} by name
 * @throws Error that says so when the registry did not answer, or npm said something else
 */
export function readOutdated(output) {
  // Warnings of npm stand before and after it.
  const [text = ''] = /\{[\s\S]*\}/.exec(output) ?? []
  const answer = parsed(text)
  const failed = /^npm error code (\w+)/m.exec(output)?.[1]
  if (failed !== undefined || answer === null || answer.error !== undefined) {
    const code = failed ?? answer?.error?.code ?? 'no answer'
    throw new Error(`The package registry could not be asked (${code}). Try again with a network.`)
  }
  return Object.entries(answer)
    .map(([name, said]) => [name, [said].flat()[0]])
    .map(([name, { current, wanted, latest }]) => ({ name, current: current ?? wanted, latest }))
    .filter(({ current, latest }) => current !== latest)
    .map((one) => ({ ...one, step: stepOf(one.current, one.latest) }))
    .sort((one, other) => one.name.localeCompare(other.name))
}

/** Nothing is said where nothing is behind. */
const parsed = (text) => {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Which part of the version moves. `other`: it is not newer, as with a pinned preview. */
function stepOf(current, latest) {
  const [now, then] = [current, latest].map((version) => version.split(/[.+-]/).map(Number))
  const at = [0, 1, 2].find((i) => now[i] !== then[i])
  return at === undefined || !(then[at] > now[at]) ? 'other' : ['major', 'minor', 'patch'][at]
}

/**
 * What is behind, in lines: the sets whose members are raised together first, then each that stands alone.
 *
 * @param {Behind[]} behind
 * @param {string[]} pinned names of all packages of package.json
 * @returns {string[]}
 */
export function linesOf(behind, pinned) {
  const lineOf = ({ name, current, latest, step }) => `  ${name} ${current} -> ${latest} (${step})`
  const ofSets = SETS.flatMap(({ name, has, why }) => {
    const members = behind.filter((one) => has(one.name))
    if (members.length === 0) return []
    const others = pinned.filter((one) => has(one) && !members.some((member) => member.name === one))
    return [
      `${name}: raise together, ${why}.`,
      ...members.map(lineOf),
      ...(others.length === 0
        ? []
        : [`  with ${others.join(', ')}, which ${others.length === 1 ? 'is' : 'are'} the latest`]),
    ]
  })
  const alone = behind.filter(({ name }) => !SETS.some(({ has }) => has(name)))
  return [...ofSets, ...(alone.length === 0 ? [] : ['Each alone:', ...alone.map(lineOf)])]
}
