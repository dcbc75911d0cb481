import { describe, expect, it } from 'vitest'
import { FAILURE, PHOTO_WORDS, QUESTION } from '#shared/domain/messages.ts'
import type { GeneratorState } from '#web/screens/generator/state/generator-state.ts'
import { ARRIVAL_MS } from '#web/screens/generator/state/restore-generator.ts'
import {
  accept,
  createFailure,
  createGeneration,
  createPhoto,
  failCancel,
  FORM,
  reportMissing,
  pressGenerate,
  pressRedraw,
  reduce,
  reject,
  report,
  restore,
  withCard,
  withOldCard,
  withPhoto,
} from './generator-state-support.ts'

const CANCEL = { type: 'cancelPressed' } as const
const UNDO = { type: 'undoPressed' } as const
const toast = (words: string) => ({ type: 'toast', kind: 'error', words })
const FAILED = toast(FAILURE.generate('Not now.'))
const sending = (id = 'job-1') => reduce(withPhoto(), pressGenerate(id))
const drawing = (id = 'job-1') => reduce(sending(id), accept(id))

/** The step, its id and the two related ids. */
const summarize = ({ step, before, fallback }: GeneratorState) => [
  step.name,
  step.name === 'form' ? null : step.id,
  before,
  fallback,
]

describe('sending a form', () => {
  it('starts a job with the form, the photo, the referring card and the league', () => {
    const ready = withPhoto()
    const state = reduce(ready, pressGenerate('job-1', { from: 'card-9', engine: 'embedded', league: 'a-code' }))
    const order = { form: FORM, art: { engine: 'embedded' }, from: 'card-9', league: 'a-code', redraws: null }
    expect(state.step).toMatchObject({ name: 'sending', id: 'job-1', startedAt: 5, order })
    expect(state.commands).toEqual([{ type: 'send', id: 'job-1', order, photo: ready.photo!.chosen }])
  })

  it('sends the pending crop instead of the earlier one', () => {
    const cut = Promise.resolve({ blob: new Blob(), face: null })
    const state = reduce(withPhoto({ ...createPhoto(), cut }), pressGenerate('job-1'))
    expect(state.commands).toMatchObject([{ type: 'send', photo: cut }])
  })

  it('asks for a photo when there is none', () => {
    const state = reduce(restore(), { type: 'photoMissed' })
    expect(state.photoError).toBe(FAILURE.photoMissing)
    expect(state.commands).toEqual([toast(FAILURE.photoMissing)])
  })

  it.each([
    ['sending', sending()],
    ['arriving', { ...restore({ id: 'job-1', sending: 'job-1' }), photo: createPhoto() }],
    ['finding', { ...restore({ id: 'job-1' }), photo: createPhoto() }],
    ['drawing', drawing()],
    ['result', withCard()],
  ])('ignores Generate in the step %s', (_name, state) => {
    const next = reduce(state, pressGenerate('job-2'))
    expect([next.step, next.commands]).toEqual([state.step, []])
  })

  it('shows progress that is pushed before the form is answered', () => {
    const pushed = createGeneration('job-1', 'drawing')
    expect(reduce(sending(), report(pushed)).step).toMatchObject({ name: 'sending', generation: pushed })
  })

  it('draws once the form is accepted, and removes the referring card from the URL', () => {
    const state = reduce(withPhoto(), pressGenerate('job-1', { from: 'card-9' }), accept('job-1'))
    expect(state.step).toMatchObject({ name: 'drawing', id: 'job-1', startedAt: 5 })
    expect(state.commands).toEqual([{ type: 'clearOrigin' }])
  })

  it('keeps pushed progress that is newer than the response', () => {
    const pushed = createGeneration('job-1', 'finishing')
    expect(reduce(sending(), report(pushed), accept('job-1')).step).toMatchObject({ generation: pushed })
  })

  it('continues under the id that the server returns', () => {
    const state = reduce(sending(), accept('job-1', createGeneration('job-2', 'drawing')))
    expect(summarize(state)).toEqual(['drawing', 'job-2', null, null])
  })

  it('announces a card that was drawn in view, and credits the referring card', () => {
    const state = reduce(withPhoto(), pressGenerate('job-1', { from: 'card-9' }), accept('job-1'))
    const ready = reduce(state, report(createGeneration('job-1', 'ready')))
    expect(summarize(ready)).toEqual(['result', 'job-1', null, null])
    expect(ready.commands).toEqual([{ type: 'creditOrigin' }, { type: 'announceCard' }])
  })

  it('announces a card that the response already contains', () => {
    const state = reduce(sending(), accept('job-1', createGeneration('job-1', 'ready')))
    expect([state.step.name, state.commands]).toEqual(['result', [{ type: 'announceCard' }]])
  })

  it('waits for a file being prepared, and sends nothing when it is unusable', () => {
    const file = new File(['bytes'], 'me.jpg')
    const waiting = reduce(restore(), { type: 'fileChosen', file }, pressGenerate('job-1'))
    expect([waiting.sheet.name, waiting.step.name, waiting.commands]).toEqual(['waiting', 'form', []])
    const failed = reduce(waiting, { type: 'fileFailed', file, words: 'Broken.' })
    expect([failed.sheet.name, failed.step.name, failed.photoError]).toEqual(['closed', 'form', 'Broken.'])
  })
})

describe('a form without a response', () => {
  it('continues when the form arrived and only its response was lost', () => {
    const found = createGeneration('job-1', 'drawing')
    expect(reduce(sending(), accept('job-1', found)).step).toMatchObject({ name: 'drawing', generation: found })
  })

  it('restores the form with its art, its offer and its Undo link when the upload never arrived', () => {
    const form = reduce(withOldCard(), pressRedraw('job-2', 'art'))
    const before = { ...form, photo: createPhoto() }
    const state = reduce(before, pressGenerate('job-2'), reject('job-2'))
    expect([state.step, state.before, state.fallback]).toEqual([before.step, 'job-1', null])
    expect(state.commands).toEqual([FAILED])
  })

  it('restores the card and its Undo link when a redraw never arrived', () => {
    const card = { ...withCard(), before: 'job-0' }
    const state = reduce(card, pressRedraw('job-2', 'art'), reject('job-2'))
    expect([state.step, state.before, state.fallback]).toEqual([card.step, 'job-0', null])
  })

  it('also shows a refused photo’s error next to the photo', () => {
    const state = reduce(sending(), reject('job-1', true))
    expect([state.photoError, state.commands]).toEqual(['Not now.', [FAILED]])
  })
})

describe('a reload', () => {
  const remembered = { id: 'job-1', before: 'job-0', fallback: 'job-0' }
  it.each([
    ['shows the form without an id', {}, null, ['form', null, null, null]],
    ['looks for the id that the browser keeps', remembered, null, ['finding', 'job-1', 'job-0', 'job-0']],
    ['looks for the id in the address', {}, 'job-1', ['finding', 'job-1', null, null]],
    ['drops the fallback of another id', remembered, 'job-2', ['finding', 'job-2', 'job-0', null]],
    ['waits for a form being sent', { ...remembered, sending: 'job-1' }, null, ['arriving', 'job-1', 'job-0', 'job-0']],
    ['offers to go back to a seen card', { ...remembered, isSeen: true }, null, ['form', null, 'job-1', null]],
    [
      'shows a seen card when its id is in the URL',
      { ...remembered, isSeen: true },
      'job-1',
      ['finding', 'job-1', 'job-0', 'job-0'],
    ],
  ] as const)('handles a reload: %s', (_title, remembered, linked, expected) => {
    expect(summarize(restore(remembered, linked))).toEqual(expected)
  })

  it('restores this tab’s photo, and retries face detection that had not finished', () => {
    const photo = createPhoto()
    expect(restore({}, null, { photo })).toMatchObject({ photo, isPhotoLost: false })
    const cut = Promise.resolve({ blob: new Blob(), face: null })
    expect(restore({}, null, { photo: { ...photo, cut } }).photo).toMatchObject({ cut: null, isSearching: true })
  })

  it('reports a lost photo only when there was one and the card is not new', () => {
    const wasChosen = { wasChosen: true }
    expect(restore({}, null, wasChosen).isPhotoLost).toBe(true)
    expect(restore({}, null, { ...wasChosen, photo: createPhoto() }).isPhotoLost).toBe(false)
    expect(restore({ ...remembered, isSeen: true }, null, wasChosen).isPhotoLost).toBe(false)
  })

  it('finds a generation in progress, timed from its creation', () => {
    const generation = createGeneration('job-1', 'drawing')
    const state = reduce(restore({ id: 'job-1' }), report(generation))
    expect(state.step).toMatchObject({ name: 'drawing', startedAt: Date.parse(generation.createdAt), order: null })
  })

  it('shows a finished card without an announcement', () => {
    const state = withOldCard()
    expect([state.step.name, state.commands]).toEqual(['result', []])
  })

  it.each(['drawing', 'ready'] as const)('finds a form that has arrived meanwhile, now %s', (now) => {
    const state = reduce(
      restore({ id: 'job-1', sending: 'job-1' }),
      reportMissing('job-1'),
      report(createGeneration('job-1', now)),
    )
    expect(state.step.name).toBe(now === 'ready' ? 'result' : 'drawing')
  })

  it('asks for the photo again when the form never arrived', () => {
    const arriving = restore({ id: 'job-1', sending: 'job-1' })
    expect(reduce(arriving, reportMissing('job-1', ARRIVAL_MS - 1))).toBe(arriving)
    const lost = reduce(arriving, reportMissing('job-1', ARRIVAL_MS))
    expect(summarize(lost)).toEqual(['form', null, null, null])
    expect(lost.photoError).toContain('Please add it again')
  })

  it('shows the earlier card when the form of its redraw never arrived', () => {
    const arriving = restore({ id: 'job-1', sending: 'job-1', before: 'job-0', fallback: 'job-0' })
    expect(summarize(reduce(arriving, reportMissing('job-1', ARRIVAL_MS)))).toEqual(['finding', 'job-0', null, null])
  })

  it('reports a lost connection immediately while looking up a card, and later while a form may arrive', () => {
    const lose = (at: number) => ({ type: 'serverUnreachable', id: 'job-1', at }) as const
    expect(reduce(restore({ id: 'job-1' }), lose(0)).step).toMatchObject({ isUnreachable: true })
    const arriving = restore({ id: 'job-1', sending: 'job-1' })
    expect(reduce(arriving, lose(ARRIVAL_MS - 1)).step).toMatchObject({ isUnreachable: false })
    expect(reduce(arriving, lose(ARRIVAL_MS)).step).toMatchObject({ name: 'arriving', isUnreachable: true })
  })
})

describe('Cancel', () => {
  it('gives up a form before the server knows its id, without a request', () => {
    const ready = { ...withPhoto(), before: 'job-0' }
    const state = reduce(ready, pressGenerate('job-1'), CANCEL)
    expect([state.step, state.before, state.commands]).toEqual([ready.step, 'job-0', []])
  })

  it('returns to the card when its redraw is given up', () => {
    const card = withCard()
    expect(reduce(card, pressRedraw('job-2', 'art'), CANCEL).step).toBe(card.step)
  })

  it('cancels a given-up form on the server once its late response names it', () => {
    const given = reduce(sending(), CANCEL)
    const state = reduce(given, accept('job-1'))
    expect([state.step, state.commands]).toEqual([given.step, [{ type: 'cancel', id: 'job-1' }]])
  })

  it('cancels a given-up form while the next one is being sent', () => {
    const state = reduce(sending(), CANCEL, pressGenerate('job-2'), accept('job-1'))
    expect(state.step).toMatchObject({ name: 'sending', id: 'job-2' })
    expect(state.commands).toEqual([{ type: 'cancel', id: 'job-1' }])
  })

  it('ignores the late rejection of a given-up form', () => {
    const given = reduce(sending(), CANCEL)
    expect(reduce(given, reject('job-1', true))).toBe(given)
  })

  it.each([
    ['arriving', restore({ id: 'job-1', sending: 'job-1' })],
    ['finding', restore({ id: 'job-1' })],
    ['drawing', drawing()],
  ])('asks the server in the step %s and waits for its response', (_name, state) => {
    const canceled = reduce(state, CANCEL)
    expect([canceled.step, canceled.commands]).toEqual([state.step, [{ type: 'cancel', id: 'job-1' }]])
  })

  it('shows the form without a message once the server has canceled', () => {
    const state = reduce(drawing(), CANCEL, report(createGeneration('job-1', 'cancelled')))
    expect([state.step.name, state.commands, state.photo === null]).toEqual(['form', [], false])
  })

  it('shows the earlier card once its redraw is canceled', () => {
    const redrawn = reduce(withCard(), pressRedraw('job-2', 'art'), accept('job-2'))
    const state = reduce(redrawn, CANCEL, report(createGeneration('job-2', 'cancelled')))
    expect(summarize(state)).toEqual(['finding', 'job-1', null, null])
  })

  it('shows the form when the server does not know the id', () => {
    const arriving = restore({ id: 'job-1', sending: 'job-1', before: 'job-0' })
    const state = reduce(arriving, CANCEL, failCancel('job-1', true))
    expect([summarize(state), state.commands]).toEqual([['form', null, 'job-0', null], []])
  })

  it.each([
    ['arriving', restore({ id: 'job-1', sending: 'job-1' })],
    ['finding', restore({ id: 'job-1' })],
  ])('keeps a link back to a card that cannot be canceled in the step %s', (_name, state) => {
    const left = reduce(state, CANCEL, failCancel('job-1', false))
    expect([summarize(left), left.commands]).toEqual([['form', null, 'job-1', null], [toast('No connection.')]])
  })

  it('continues drawing when the request to cancel fails', () => {
    const state = reduce(drawing(), CANCEL, failCancel('job-1', false))
    expect([state.step.name, state.commands]).toEqual(['drawing', [toast('No connection.')]])
  })

  it('ignores a failed request about a given-up form', () => {
    const next = reduce(sending(), CANCEL, pressGenerate('job-2'))
    expect(reduce(next, failCancel('job-1', false))).toMatchObject({ step: next.step, commands: [] })
  })
})

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
    ['finding', restore({ id: 'job-1' })],
    ['drawing', drawing()],
    ['result', withCard()],
  ])('forgets a job in the step %s that the server does not know', (_name, state) => {
    const lost = reduce(state, reportMissing('job-1'))
    expect([summarize(lost), lost.commands]).toEqual([['form', null, null, null], []])
  })

  it('shows the earlier card when a redraw is lost', () => {
    const redrawn = reduce(withCard(), pressRedraw('job-2', 'art'), accept('job-2'))
    expect(summarize(reduce(redrawn, reportMissing('job-2')))).toEqual(['finding', 'job-1', null, null])
  })

  it('forgets a finished generation whose card is gone', () => {
    const gone = createGeneration('job-1', 'ready', { card: null })
    expect(summarize(reduce(restore({ id: 'job-1' }), report(gone)))).toEqual(['form', null, null, null])
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

describe('a redraw', () => {
  it.each([
    ['art', { like: 'job-1' }, ['sending', 'job-2', 'job-1', 'job-1']],
    ['pose', { adjusts: 'job-1', pose: 'another' }, ['sending', 'job-2', null, 'job-1']],
    ['previousPose', { adjusts: 'job-1', pose: 'previous' }, ['sending', 'job-2', null, 'job-1']],
  ] as const)('sends the photo that is still on the page: %s', (use, art, expected) => {
    const state = reduce(withCard(), pressRedraw('job-2', use))
    expect(summarize(state)).toEqual(expected)
    expect(state.commands).toMatchObject([{ type: 'send', id: 'job-2', order: { art, redraws: 'job-1', from: null } }])
  })

  it('opens the crop sheet to adjust a photo that is still on the page', () => {
    const state = reduce(withCard(), pressRedraw('job-2', 'adjust'))
    expect(state.sheet).toMatchObject({ name: 'cropping', order: { art: { adjusts: 'job-1' } } })
    expect([state.fitting.why, state.step.name]).toEqual(['adjust', 'result'])
  })

  it.each([
    ['other', withCard(), { like: 'job-1' }],
    ['other', withOldCard(), { like: 'job-1' }],
    ['adjust', withOldCard(), { adjusts: 'job-1' }],
    ['pose', withOldCard(), { adjusts: 'job-1', pose: 'another' }],
    ['pose', { ...withCard(), photo: createPhoto('blob:another') }, { adjusts: 'job-1', pose: 'another' }],
  ] as const)('asks for the needed photo over the card: %s', (use, card, art) => {
    const state = reduce(card, pressRedraw('job-2', use))
    expect(state.sheet).toMatchObject({ name: 'asking', use, order: { art, redraws: 'job-1' } })
    expect([state.step, state.commands]).toEqual([card.step, []])
  })

  it('asks in the form for the photo of new art, and keeps the stats', () => {
    const state = reduce(withOldCard(), pressRedraw('job-2', 'art'))
    expect(summarize(state)).toEqual(['form', null, 'job-1', null])
    expect(state.step).toMatchObject({ art: { like: 'job-1' } })
    expect(state.photoError).toContain('add it again')
    const sent = reduce({ ...state, photo: createPhoto() }, pressGenerate('job-2', { from: 'card-9' }))
    expect(sent.commands).toMatchObject([{ order: { art: { like: 'job-1' }, from: null, redraws: null } }])
  })

  it.each(['art', 'other', 'adjust', 'pose'] as const)('starts nothing while another job is drawn: %s', (use) => {
    const state = drawing()
    expect(reduce(state, pressRedraw('job-2', use))).toBe(state)
  })
})

describe('going back, and the next card', () => {
  it('returns to the previous art with Undo', () => {
    const other = reduce(withCard(), pressRedraw('job-2', 'art'), accept('job-2', createGeneration('job-2', 'ready')))
    expect(summarize(other)).toEqual(['result', 'job-2', 'job-1', 'job-1'])
    expect(summarize(reduce(other, UNDO))).toEqual(['finding', 'job-1', null, null])
  })

  it('returns with Undo from the form and drops its request for a photo', () => {
    const state = reduce(withOldCard(), pressRedraw('job-2', 'art'), UNDO)
    expect([summarize(state), state.photoError]).toEqual([['finding', 'job-1', null, null], null])
  })

  it.each([
    ['without a card to go back to', withPhoto()],
    ['while a card is drawn', { ...drawing(), before: 'job-0' }],
  ])('ignores Undo %s', (_when, state) => {
    expect(summarize(reduce(state, UNDO))).toEqual(summarize(state))
  })

  it('starts over with an empty order and without the photo, and keeps the card', () => {
    const state = reduce(withCard(), { type: 'startOverPressed' })
    expect(summarize(state)).toEqual(['form', null, 'job-1', null])
    expect(state.step).toMatchObject({ isStartedOver: true, art: {} })
    expect(state.photo).toBeNull()
  })

  it('opens the form of a card with its photo, and reuses the card’s stats', () => {
    const before = withCard()
    const state = reduce(before, { type: 'setupPressed' })
    expect(summarize(state)).toEqual(['form', null, 'job-1', null])
    expect(state.step).toMatchObject({ isStartedOver: false, art: { like: 'job-1' } })
    expect(state.photo).toBe(before.photo)
  })

  it('opens the form of a card without another card’s photo, and explains why', () => {
    const state = reduce({ ...withCard(), photoUrls: {} }, { type: 'setupPressed' })
    expect(state).toMatchObject({ photo: null, photoError: PHOTO_WORDS.deleted })
  })

  it('shows an empty form when a link to it is followed from the card', () => {
    const state = reduce(withCard(), { type: 'formLinkFollowed' })
    expect(summarize(state)).toEqual(['form', null, 'job-1', null])
    expect(state.step).toMatchObject({ isStartedOver: false })
    expect(state.photo).toBeNull()
  })

  it('shows the form with its photo on Back, and the card on Forward', () => {
    const state = reduce(withCard(), { type: 'formRevisited' })
    expect([summarize(state), state.photo?.whole.url]).toEqual([['form', null, 'job-1', null], 'blob:photo'])
    const card = reduce(state, { type: 'jobRevisited', id: 'job-1' })
    expect(summarize(card)).toEqual(['finding', 'job-1', null, null])
  })

  it('shows another card on Back, but not while a form is being sent', () => {
    const other = { type: 'jobRevisited', id: 'job-0' } as const
    expect(summarize(reduce(withCard(), other))).toEqual(['finding', 'job-0', null, null])
    expect(reduce(sending(), other).step).toMatchObject({ name: 'sending', id: 'job-1' })
  })

  it('stays with a card in progress when a link to the form is followed', () => {
    const state = drawing()
    expect(reduce(state, { type: 'formLinkFollowed' }).step).toBe(state.step)
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
