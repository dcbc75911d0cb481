const NUMBER = /^\d{1,2}$/u

/**
 * Returns the position for a jersey number, by the league's numbering since 1973. Stats do not decide it, because they
 * can be edited.
 *
 * @returns null for anything but a number of one or two digits
 */
export function getPosition(jerseyNumber: string): string | null {
  const text = jerseyNumber.trim()
  if (!NUMBER.test(text)) return null
  const number = Number(text)
  const isEven = number % 2 === 0
  if (number === 0 || number === 11 || (number > 12 && number < 20 && number !== 15 && number !== 16)) return 'WR'
  if (number === 2 || number === 3 || number === 6) return 'K'
  if (number < 20) return 'QB'
  if (number < 30) return isEven ? 'RB' : 'CB'
  if (number < 50) return isEven ? 'RB' : 'S'
  if (number < 60) return 'LB'
  if (number < 80) return 'OL'
  if (number < 90) return isEven ? 'WR' : 'TE'
  return 'DE'
}
