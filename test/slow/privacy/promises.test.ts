import { beforeEach, describe, expect, test } from 'vitest'
import { SENTENCES, type SentenceId } from '#web/screens/privacy/policy.ts'
import { freshDatabase } from '../../support/env.ts'
import { accounts } from './accounts.ts'
import { cards } from './cards.ts'
import { faceOff } from './face-off.ts'
import { hashes } from './hashes.ts'
import { leagues } from './leagues.ts'
import { people } from './people.ts'
import { photo } from './photo.ts'
import type { Proof } from './place.ts'
import { trackingProofs } from './tracking.ts'

/** Proofs by sentence. A sentence without a proof is a type error and fails the test below. */
const PROOFS: Record<SentenceId, Proof> = {
  ...photo,
  ...cards,
  ...hashes,
  ...faceOff,
  ...people,
  ...accounts,
  ...leagues,
  ...trackingProofs,
}

beforeEach(freshDatabase)

describe('the privacy page', () => {
  test('promises on the privacy page exactly what these proofs cover', () => {
    expect(SENTENCES.map(({ id }) => id).toSorted()).toEqual(Object.keys(PROOFS).toSorted())
  })

  test.each(SENTENCES.map(({ id, text }) => [id, text] as const))('proves the promise %s: %s', (id) => PROOFS[id]())
})
