import { beforeEach, describe, expect, test } from 'vitest'
import { SENTENCES, type SentenceId } from '#web/screens/privacy/policy.ts'
import { freshDatabase } from '../../support/env.ts'
import { accounts } from './accounts.ts'
import { cards } from './cards.ts'
import { hashes } from './hashes.ts'
import { people } from './people.ts'
import { photo } from './photo.ts'
import type { Proof } from './place.ts'
import { trackingProofs } from './tracking.ts'

/** A sentence without a proof does not compile, and fails below. */
const PROOFS: Record<SentenceId, Proof> = { ...photo, ...cards, ...hashes, ...people, ...accounts, ...trackingProofs }

beforeEach(freshDatabase)

describe('the privacy page', () => {
  test('says nothing that is not proved here, and everything that is', () => {
    expect(SENTENCES.map(({ id }) => id).toSorted()).toEqual(Object.keys(PROOFS).toSorted())
  })

  test.each(SENTENCES.map(({ id, says }) => [id, says] as const))('%s: %s', (id) => PROOFS[id]())
})
