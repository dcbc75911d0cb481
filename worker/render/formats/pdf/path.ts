/** The PDF operator for each command of an SVG path, and its number of operands. */
const COMMANDS = { M: ['m', 2], L: ['l', 2], C: ['c', 6] } as const

/**
 * Converts an SVG path to the operators of a PDF page. Supports the absolute commands M, L, H, V, C and Z.
 *
 * @example toPathOperators('M0 0H10V5Z') // '0 0 m 10 0 l 10 5 l h'
 */
export function toPathOperators(d: string): string {
  const operators: string[] = []
  let [x, y] = [0, 0]
  for (const [, command, list] of d.matchAll(/([MLHVCZ])([^A-Z]*)/g)) {
    const numbers = (list!.match(/-?[\d.]+/g) ?? []).map(Number)
    if (command === 'Z') operators.push('h')
    else if (command === 'H' || command === 'V') {
      for (const number of numbers) {
        if (command === 'H') x = number
        else y = number
        operators.push(`${x} ${y} l`)
      }
    } else {
      const [operator, count] = COMMANDS[command as keyof typeof COMMANDS]
      for (let at = 0; at < numbers.length; at += count) {
        const operands = numbers.slice(at, at + count)
        // Further points after a move are lines (SVG 2, 9.3.3).
        operators.push(`${operands.join(' ')} ${operator === 'm' && at > 0 ? 'l' : operator}`)
        x = operands.at(-2)!
        y = operands.at(-1)!
      }
    }
  }
  return operators.join(' ')
}
