import { expect, test } from 'vitest'
import { Generation, GenerationForm } from '#shared/contracts/generations.ts'
import { isFaceQuestion } from '#shared/contracts/generation-states.ts'
import { Notice, noticeLines } from '#shared/domain/notices.ts'

const OLD = {
  id: '0'.repeat(32),
  state: 'failed',
  attempt: 1,
  attempts: 4,
  createdAt: '2026-11-21T12:00:00.000Z',
  card: null,
  error: { code: 'AI_FAILED', message: 'The artist is busy. Please try again.' },
}

test('reads a generation from before photo checks, without photo details', () => {
  expect(Generation.parse(OLD)).toEqual({
    ...OLD,
    faces: [],
    finish: null,
    notices: [],
    freeAdjustments: 0,
    freePoses: null,
    canUndoPose: false,
  })
})

test('accepts an unknown notice', () => {
  const notices = [{ code: 'sideways', message: 'Turn your phone.' }]
  expect(Generation.parse({ ...OLD, notices }).notices).toEqual(notices)
})

test('names the adjusted generation by its full id', () => {
  expect(GenerationForm.parse({ team: 'x', adjusts: 'a'.repeat(32) }).adjusts).toBe('a'.repeat(32))
  for (const adjusts of ['', 'a', 'A'.repeat(32), `${'a'.repeat(32)} `])
    expect(GenerationForm.safeParse({ team: 'x', adjusts }).success).toBe(false)
})

test('writes every notice as a one-line sentence', () => {
  for (const { code, message } of noticeLines(Notice.options))
    expect([code, message]).toEqual([code, expect.stringMatching(/^[A-Z].{20,80}\.$/)])
})

test('treats only the two face errors as questions', () => {
  expect(['FACE_NOT_FOUND', 'SEVERAL_FACES', 'AI_FAILED', undefined].map(isFaceQuestion)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
