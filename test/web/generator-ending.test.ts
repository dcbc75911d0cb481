import { describe, expect, it } from 'vitest'
import { FAILURE, QUESTION } from '#shared/domain/messages.ts'
import {
  accept,
  createFailure,
  createGeneration,
  createPhoto,
  FORM,
  reportMissing,
  pressGenerate,
  pressRedraw,
  reduce,
  report,
  restore,
  withCard,
  withOldCard,
  toast,
  FAILED,
  drawing,
  summarize,
} from './generator-state-support.ts'

describe('the end of a job', () => {
  it('explains why a job failed, and keeps the photo and the offer of the built-in artist', () => {
    const state = reduce(drawing(), report(createFailure('job-1', 'AI_FAILED', { offer: 'embedded' })))
    expect(state.step).toMatchObject({ name: 'form', offer: 'embedded', art: {} })
    expect([state.photo !== null, state.commands]).toEqual([true, [FAILED]])
  })

  it('reports a missing image when a failure has no message', () => {
    const state = reduce(drawing(), report(createGeneration('job-1', 'failed')))
    expect(state.commands).toEqual([toast(FAILURE.generate(FAILURE.noImage))])
  })

  it('keeps the card and its Undo link when an adjustment fails', () => {
    const card = { ...withCard(), before: 'job-0' }
    const state = reduce(
      card,
      pressRedraw('job-2', 'pose'),
      accept('job-2'),
      report(createFailure('job-2', 'AI_FAILED')),
    )
    expect(summarize(state)).toEqual(['finding', 'job-1', 'job-0', null])
  })

  it.each([
    ['drawing', drawing()],
    ['result', withCard()],
  ])('forgets a job in the step %s that the server does not know', (_name, state) => {
    const lost = reduce(state, reportMissing('job-1'))
    expect([summarize(lost), lost.commands]).toEqual([['form', null, null, null], []])
  })

  it.each([
    ['is unknown to the server', reportMissing('job-1')],
    ['was deleted', report(createGeneration('job-1', 'ready', { card: null }))],
  ])('shows the form and an error when a linked card %s', (_what, event) => {
    const lost = reduce(restore({ id: 'job-1' }), event)
    expect([summarize(lost), lost.commands]).toEqual([['form', null, null, null], [toast(FAILURE.cardGone)]])
  })

  it('shows the earlier card when a redraw is lost', () => {
    const redrawn = reduce(withCard(), pressRedraw('job-2', 'art'), accept('job-2'))
    expect(summarize(reduce(redrawn, reportMissing('job-2')))).toEqual(['finding', 'job-1', null, null])
  })

  it('shows no error when a linked generation was canceled', () => {
    const canceled = reduce(restore({ id: 'job-1' }), report(createGeneration('job-1', 'cancelled')))
    expect([summarize(canceled), canceled.commands]).toEqual([['form', null, null, null], []])
  })

  it('keeps drawing through a lost connection', () => {
    const generation = createGeneration('job-1', 'drawing')
    const state = reduce(drawing(), report(generation))
    const lost = reduce(state, report(generation, true))
    expect(lost.step).toMatchObject({ name: 'drawing', isUnreachable: true })
    expect(reduce(lost, report(generation)).step).toMatchObject({ name: 'drawing', isUnreachable: false })
  })

  it.each([
    ['a waiting generation', createGeneration('job-1', 'drawing')],
    ['a card', createGeneration('job-1', 'ready')],
  ])('changes nothing when %s is reported twice', (_what, generation) => {
    const known = reduce(restore({ id: 'job-1' }), report(generation))
    expect(reduce(known, report(generation))).toBe(known)
  })

  it('ignores reports about other generations', () => {
    const state = reduce(restore({ id: 'job-1' }))
    const unreachable = { type: 'serverUnreachable', id: 'job-2', at: 0 } as const
    expect(reduce(state, report(createGeneration('job-2', 'ready')), reportMissing('job-2'), unreachable)).toBe(state)
  })

  it('shows an edited card', () => {
    const edited = createGeneration('job-1', 'ready', { freePoses: 3 })
    expect(reduce(withCard(), report(edited)).step).toMatchObject({ name: 'result', generation: edited })
  })
})

describe('face questions', () => {
  it.each(['FACE_NOT_FOUND', 'SEVERAL_FACES'] as const)('opens the crop sheet over the form: %s', (code) => {
    const faces = [{ cx: 0.3, cy: 0.4, s: 0.2, roll: 0 }]
    const state = reduce(drawing(), report(createFailure('job-1', code, { faces })))
    expect(state.step.name).toBe('form')
    expect(state.fitting).toMatchObject({ why: 'asked', question: { words: QUESTION[code], faces } })
    expect(state.sheet).toMatchObject({ name: 'cropping', order: { form: FORM } })
    expect(state.commands).toEqual([])
  })

  it('asks for the photo again when a redraw fails whose card is no longer known', () => {
    const redrawn = reduce(
      withCard('job-1'),
      pressRedraw('job-2', 'art'),
      accept('job-2', createGeneration('job-2', 'ready')),
    )
    const found = reduce(redrawn, { type: 'startOverPressed' }, { type: 'undoPressed' })
    const withPhotoOf = { ...found, photo: redrawn.photo }
    const state = reduce(withPhotoOf, report(createFailure('job-2', 'FACE_NOT_FOUND')))
    expect([state.step.name, state.sheet.name, state.photoError]).toEqual([
      'form',
      'closed',
      expect.stringContaining('Please add it again'),
    ])
  })

  it('asks over the card when the question is about its redraw', () => {
    const redrawn = reduce(withCard(), pressRedraw('job-2', 'art'), accept('job-2'))
    const state = reduce(redrawn, report(createFailure('job-2', 'FACE_NOT_FOUND')))
    expect(summarize(state)).toEqual(['finding', 'job-1', null, null])
    const card = reduce(state, report(createGeneration('job-1', 'ready')))
    expect(card.sheet).toMatchObject({ name: 'cropping', order: { redraws: 'job-1', art: { like: 'job-1' } } })
  })

  it('keeps the form’s art for a later answer', () => {
    const form = { ...reduce(withOldCard(), pressRedraw('job-2', 'art')), photo: createPhoto() }
    const state = reduce(
      form,
      pressGenerate('job-2'),
      accept('job-2'),
      report(createFailure('job-2', 'FACE_NOT_FOUND')),
    )
    expect(state.step).toMatchObject({ name: 'form', art: { like: 'job-1' } })
  })

  it.each(['FACE_NOT_FOUND', 'SEVERAL_FACES'] as const)('asks for the photo that a reload has lost: %s', (code) => {
    const state = reduce(restore({ id: 'job-1' }), report(createFailure('job-1', code)))
    expect([state.step.name, state.sheet.name, state.commands]).toEqual(['form', 'closed', []])
    expect(state.photoError).toContain('add it again')
  })
})
