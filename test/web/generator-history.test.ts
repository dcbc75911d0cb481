import { describe, expect, it } from 'vitest'
import { PHOTO_WORDS } from '#shared/domain/messages.ts'
import { ARRIVAL_MS } from '#web/screens/generator/state/restore-generator.ts'
import {
  accept,
  createGeneration,
  createPhoto,
  reportMissing,
  pressGenerate,
  pressRedraw,
  reduce,
  report,
  restore,
  withCard,
  withOldCard,
  withPhoto,
  UNDO,
  sending,
  drawing,
  summarize,
} from './generator-state-support.ts'

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
