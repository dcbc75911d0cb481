import { describe, expect, it } from 'vitest'
import { FAILURE } from '#shared/domain/messages.ts'
import {
  accept,
  createGeneration,
  createPhoto,
  failCancel,
  FORM,
  pressGenerate,
  pressRedraw,
  reduce,
  reject,
  report,
  restore,
  withCard,
  withOldCard,
  withPhoto,
  CANCEL,
  toast,
  FAILED,
  sending,
  drawing,
  summarize,
} from './generator-state-support.ts'

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
