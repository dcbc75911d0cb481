/** Files that are mutated together, and the tests that must detect it. Paths relative to the repository root. */
export type Target = {
  readonly name: string
  readonly files: readonly string[]
  readonly tests: readonly string[]
  /** Pure optimizations such as caches: no test can detect a change, so they are not mutated. */
  readonly speed?: readonly string[]
}

/** The share of a target's mutants that the tests must kill. */
export const GOAL = 0.9

export const TARGETS: readonly Target[] = [
  {
    name: 'filter parser',
    files: ['shared/query/decode.ts', 'shared/query/decode-filter.ts', 'shared/query/reader.ts'],
    tests: ['decode', 'boundaries', 'round-trip'].map((name) => `test/unit/query/${name}.test.ts`),
  },
  {
    name: 'access rules',
    files: [
      'worker/backend/cards/tables.ts',
      'worker/backend/cards/columns.ts',
      'worker/backend/db/rule.ts',
      'worker/backend/db/view.ts',
      'worker/backend/db/writable.ts',
    ],
    tests: [
      'test/worker/db/access-matrix.test.ts',
      'test/slow/hostile/access-closed.test.ts',
      'test/slow/hostile/access-columns.test.ts',
      'test/worker/db/access-writes.test.ts',
      'test/worker/db/caller-roles.test.ts',
      'test/worker/db/refused-writes.test.ts',
      'test/worker/db/large-queries.test.ts',
      'test/worker/db/language.test.ts',
      'test/worker/db/query-plans.test.ts',
      'test/worker/db/values.test.ts',
    ],
  },
  {
    name: 'vote policy',
    files: ['worker/backend/cards/cast-vote.ts'],
    tests: ['test/slow/faults/vote-denials.test.ts', 'test/worker/db/vote-limits.test.ts'],
  },
  {
    name: 'contact policy',
    files: ['worker/limits/contact-cooldown.ts', 'worker/limits/deny-cache.ts', 'worker/limits/token-bucket.ts'],
    tests: ['test/worker/limits/contact-cooldown.test.ts', 'test/worker/limits/token-bucket.test.ts'],
  },
  {
    name: 'contact rules',
    files: ['shared/contracts/contact.ts'],
    tests: ['test/unit/domain/contact.test.ts'],
  },
  {
    name: 'can()',
    files: ['shared/client/auth/roles.ts'],
    tests: ['test/unit/client/auth-roles.test.ts'],
  },
  {
    name: 'token checks',
    files: [
      'worker/backend/auth/access-token.ts',
      'worker/backend/caller.ts',
      'worker/http/signature.ts',
      'worker/http/visitor.ts',
    ],
    tests: ['test/worker/auth/tokens.test.ts'],
    speed: [
      'CACHED_KEYS_MAX',
      'CACHED_PSEUDONYMS_MAX',
      'known !== undefined',
      'keys.set',
      'pseudonyms.set',
      'pseudonyms.clear',
    ],
  },
]
