const MEGA = 1_000_000

/** As deep, as long and as wide as a body may be, and beyond. */
export const LARGE: readonly (() => string)[] = [
  () => '['.repeat(MEGA) + ']'.repeat(MEGA),
  () => `${'{"a":'.repeat(MEGA)}1${'}'.repeat(MEGA)}`,
  () => '['.repeat(MEGA - 1),
  () => '['.repeat(MEGA / 2) + ']'.repeat(MEGA / 2),
  () => `${'{"a":'.repeat(160_000)}1${'}'.repeat(160_000)}`,
  () => `{"votes":1,"deep":${'['.repeat(400_000)}${']'.repeat(400_000)}}`,
  () => `{"events":[${'['.repeat(30_000)}${']'.repeat(30_000)}]}`,
  () => JSON.stringify('x'.repeat(2 * MEGA)),
  () => JSON.stringify({ jerseyNumber: '7'.repeat(2 * MEGA), jersey_number: '7'.repeat(2 * MEGA) }),
  () => JSON.stringify({ jerseyNumber: '7'.repeat(900_000) }),
  () => JSON.stringify({ playerName: '\u0301'.repeat(900_000 / 2) }),
  () => `[${'0,'.repeat(MEGA)}0]`,
  () => `{"votes":${'9'.repeat(900_000)}}`,
  () => `{${Array.from({ length: 60_000 }, (_, i) => `"k${i}":0`).join()}}`,
  () => JSON.stringify({ message: '\r\nbcc: b@example.com '.repeat(100_000) }),
  () => ' '.repeat(5 * MEGA),
]
