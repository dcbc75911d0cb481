import { describe, expect, it } from 'vitest'
import { QUESTION } from '#shared/domain/messages.ts'
import type { GeneratorState, SentPhoto } from '#web/screens/generator/state/generator-state.ts'
import {
  accept,
  createGeneration,
  createPhoto,
  pressGenerate,
  pressRedraw,
  reduce,
  restore,
  VIEW,
  withCard,
  withOldCard,
  withPhoto,
  withQuestion,
} from './generator-state-support.ts'

const FILE = new File(['bytes'], 'me.jpg')
const START = { id: 'job-2', at: 9 }
const PHOTO = createPhoto('blob:new')
const FACE = { cx: 0.5, cy: 0.4, s: 0.3, roll: 0 }
const CUT = Promise.resolve({ blob: new Blob(['piece']), face: null })
const prepared = { type: 'filePrepared', file: FILE, whole: PHOTO.whole, chosen: PHOTO.chosen } as const
const find = (faces: number, cut: Promise<SentPhoto> | null = null, url = 'blob:new') =>
  ({
    type: 'facesFound',
    url,
    found: { faces: Array.from({ length: faces }, () => FACE), mainView: faces === 0 ? null : VIEW },
    cut,
    start: START,
  }) as const
/** Chooses a photo and starts face detection. */
const search = (state: GeneratorState) => reduce(state, { type: 'fileChosen', file: FILE }, prepared)
/** Chooses a photo without a face, which opens the crop sheet. */
const choose = (state: GeneratorState) => reduce(search(state), find(0))
const ACCEPTED = { type: 'cropAccepted', cut: CUT, isDismissed: false } as const
const DONE = {
  type: 'cropCut',
  cut: CUT,
  chosen: PHOTO.chosen,
  fitted: { view: VIEW, isConfirmed: true },
  start: START,
} as const
const FAILED = { type: 'cropFailed', cut: CUT, words: 'No memory.' } as const
const SKIPPED = { type: 'cropSkipped', chosen: PHOTO.chosen, start: START } as const
const CLOSED = { type: 'sheetClosed' } as const
const RETAKE = { type: 'retakePressed' } as const

describe('a new photo', () => {
  it('detects faces in a prepared file without opening a sheet', () => {
    const preparing = reduce({ ...restore(), photoError: 'Too large.' }, { type: 'fileChosen', file: FILE })
    expect([preparing.preparing, preparing.photoError]).toEqual([FILE, null])
    const state = reduce(preparing, prepared)
    expect(state).toMatchObject({ preparing: null, photo: { ...PHOTO, isSearching: true }, sheet: { name: 'closed' } })
  })

  it('asks for the photo again with the error when a file cannot replace the photo of a redraw', () => {
    const waiting = search(reduce(withCard(), pressRedraw('job-2', 'other')))
    const failed = reduce(
      waiting,
      { type: 'fileChosen', file: FILE },
      { type: 'fileFailed', file: FILE, words: 'Too large.' },
    )
    expect(failed).toMatchObject({
      photoError: 'Too large.',
      sheet: { name: 'asking', use: 'other', order: { redraws: 'job-1' } },
    })
    expect(reduce(failed, find(1, CUT)).step.name).toBe('result')
  })

  it('crops a photo to its only face without a sheet', () => {
    const state = reduce(search(restore()), find(1, CUT))
    expect([state.sheet.name, state.photo?.cut, state.photo?.isSearching]).toEqual(['closed', CUT, false])
    expect(state.photo?.whole.mainView).toBe(VIEW)
    expect(reduce(state, DONE).photo?.chosen).toBe(PHOTO.chosen)
  })

  it.each([0, 2])('opens the crop sheet for %d faces', (faces) => {
    const state = reduce(search(restore()), find(faces))
    expect([state.sheet, state.fitting]).toEqual([
      { name: 'cropping', order: null },
      { why: 'new', question: null, times: 1 },
    ])
  })

  it('delays Generate until faces are detected, then sends the crop', () => {
    const waiting = reduce(search(restore()), pressGenerate('job-1'))
    expect([waiting.sheet.name, waiting.step.name]).toEqual(['waiting', 'form'])
    const sent = reduce(waiting, find(1, CUT))
    expect(sent).toMatchObject({ step: { name: 'sending', id: 'job-2' }, sheet: { name: 'closed' } })
    expect(sent.commands).toMatchObject([{ type: 'send', photo: CUT }])
    expect(reduce(waiting, find(2)).sheet).toMatchObject({ name: 'cropping', order: { redraws: null } })
  })

  it('leaves the crop to a visitor who adjusts it before faces are detected', () => {
    const state = reduce(search(restore()), { type: 'cropPressed' })
    const found = reduce(state, find(1, CUT))
    expect([found.sheet.name, found.photo?.cut, found.photo?.whole.faces]).toEqual(['cropping', null, [FACE]])
  })

  it('ignores a prepared file after another one was chosen', () => {
    const other = new File(['bytes'], 'other.jpg')
    const state = reduce(restore(), { type: 'fileChosen', file: FILE }, { type: 'fileChosen', file: other })
    expect(reduce(state, prepared)).toBe(state)
    expect(reduce(state, { type: 'fileFailed', file: FILE, words: 'Broken.' })).toBe(state)
  })

  it('explains why a file is unusable and keeps the earlier photo', () => {
    const failed = { type: 'fileFailed', file: FILE, words: 'Broken.' } as const
    const state = reduce(withPhoto(), { type: 'fileChosen', file: FILE }, failed)
    expect([state.preparing, state.photoError, state.photo?.whole.url]).toEqual([null, 'Broken.', 'blob:photo'])
  })

  it('adds late detected faces only to their own photo', () => {
    const state = choose(restore())
    expect(reduce(state, find(1)).photo?.whole).toMatchObject({ faces: [FACE], mainView: VIEW })
    expect(reduce(state, find(1, null, 'blob:photo'))).toBe(state)
  })

  it('removes the photo together with its error', () => {
    const state = reduce(withPhoto(), { type: 'photoRefused', words: 'Too dark.' }, { type: 'photoRemoved' })
    expect([state.photo, state.photoError]).toEqual([null, null])
  })
})

describe('a crop', () => {
  it('opens the crop sheet for the Crop button and follows its moves', () => {
    const state = reduce(withPhoto(), { type: 'cropPressed' }, { type: 'cropMoved', view: VIEW })
    expect([state.fitting.why, state.moved]).toEqual(['again', VIEW])
    expect(reduce(state, { type: 'cropMoved', view: VIEW })).toBe(state)
    expect(reduce(state, CLOSED)).toMatchObject({ sheet: { name: 'closed' }, moved: null })
  })

  it('replaces the photo to send once the crop is rendered', () => {
    const cutting = reduce(choose(restore()), ACCEPTED)
    expect([cutting.sheet.name, cutting.photo?.cut]).toEqual(['closed', CUT])
    const state = reduce(cutting, DONE)
    expect(state.photo).toMatchObject({ cut: null, chosen: PHOTO.chosen, whole: { fitted: DONE.fitted } })
    expect(state.commands).toEqual([])
  })

  it('keeps the photo when its crop cannot be rendered', () => {
    const state = reduce(choose(restore()), ACCEPTED, FAILED)
    expect([state.photo, state.photoError]).toEqual([PHOTO, 'No memory.'])
  })

  it.each([DONE, FAILED])('ignores the late crop of a removed photo: $type', (late) => {
    const state = reduce(choose(restore()), ACCEPTED, { type: 'photoRemoved' })
    expect(reduce(state, late)).toBe(state)
  })

  it('chooses the whole photo when the crop is skipped', () => {
    const state = reduce(choose(restore()), SKIPPED)
    expect([state.sheet.name, state.photo?.whole.fitted, state.commands]).toEqual(['closed', null, []])
  })

  it('ignores crop events without a photo', () => {
    const state = restore()
    expect(reduce(state, { type: 'cropPressed' }, ACCEPTED, SKIPPED, RETAKE, CLOSED)).toBe(state)
  })
})

describe('the answer to a face question', () => {
  it('sends the same order once a question is answered with a crop', () => {
    const cutting = reduce(withQuestion(), ACCEPTED)
    expect([cutting.sheet.name, cutting.step.name]).toEqual(['cutting', 'form'])
    const state = reduce(cutting, DONE)
    expect([state.step.name, state.sheet.name]).toEqual(['sending', 'closed'])
    expect(state.commands).toMatchObject([{ type: 'send', id: 'job-2', photo: PHOTO.chosen }])
  })

  it('keeps the crop and sends nothing when the sheet is closed after a tap', () => {
    const closed = reduce(withQuestion(), { ...ACCEPTED, isDismissed: true }, DONE)
    expect(closed).toMatchObject({ sheet: { name: 'closed' }, step: { name: 'form' }, photoError: null, commands: [] })
    expect(closed.photo).toMatchObject({ chosen: PHOTO.chosen, whole: { fitted: DONE.fitted } })
  })

  it('sends once when Generate is pressed while the crop is rendered', () => {
    const sent = reduce(withQuestion(), ACCEPTED, pressGenerate('job-3'))
    expect(sent.commands).toMatchObject([{ type: 'send', id: 'job-3', photo: CUT }])
    const state = reduce(sent, DONE)
    expect([state.step, state.commands]).toEqual([sent.step, []])
  })

  it('sends nothing when the crop cannot be rendered', () => {
    const state = reduce(withQuestion(), ACCEPTED, FAILED)
    expect([state.step.name, state.sheet.name, state.photoError]).toEqual(['form', 'closed', 'No memory.'])
  })

  it('keeps a question next to the photo when its sheet is closed, and sends nothing', () => {
    const state = reduce(withQuestion(), CLOSED)
    expect([state.sheet.name, state.photoError]).toEqual(['closed', QUESTION.FACE_NOT_FOUND])
    expect(reduce(state, { type: 'cropPressed' }, ACCEPTED, DONE).step.name).toBe('form')
  })

  it('accepts another photo as the answer, chosen or taken', () => {
    const chosen = choose(withQuestion())
    const retaking = reduce(withQuestion(), RETAKE)
    expect(retaking.sheet.name).toBe('retaking')
    for (const state of [chosen, choose(retaking)]) {
      expect(state.fitting).toMatchObject({ why: 'new', question: null })
      expect(reduce(state, SKIPPED).step).toMatchObject({ name: 'sending', id: 'job-2' })
    }
  })

  it('keeps a question next to the photo when the camera is closed without a picture', () => {
    expect(reduce(withQuestion(), RETAKE, CLOSED).photoError).toBe(QUESTION.FACE_NOT_FOUND)
  })
})

describe('a photo for a redraw', () => {
  it.each(['other', 'adjust', 'pose'] as const)('redraws the card once its photo is chosen and cropped: %s', (use) => {
    const chosen = choose(reduce(withOldCard(), pressRedraw('job-9', use)))
    expect(chosen.sheet).toMatchObject({ name: 'cropping', order: { redraws: 'job-1' } })
    expect(reduce(chosen, ACCEPTED, DONE)).toMatchObject({ step: { name: 'sending', id: 'job-2' }, fallback: 'job-1' })
  })

  it('redraws nothing when the sheet of a redraw is closed', () => {
    const redrawn = reduce(withOldCard(), pressRedraw('job-9', 'other'))
    for (const state of [
      reduce(redrawn, CLOSED),
      reduce(choose(redrawn), CLOSED),
      reduce(choose(redrawn), RETAKE, CLOSED),
    ])
      expect([state.step, state.sheet.name, state.photoError]).toEqual([redrawn.step, 'closed', null])
  })

  it('shows no earlier question when the sheet of a redraw is closed', () => {
    const card = reduce(withQuestion(), SKIPPED, accept('job-2', createGeneration('job-2', 'ready')))
    expect(reduce(card, pressRedraw('job-3', 'other'), CLOSED).photoError).toBeNull()
  })

  it('redraws nothing when the card is lost meanwhile', () => {
    const adjusting = reduce(withCard(), pressRedraw('job-9', 'adjust'))
    const lost = reduce(adjusting, { type: 'generationMissing', id: 'job-1', at: 0 })
    expect(reduce(lost, ACCEPTED, DONE).step.name).toBe('form')
  })

  it('closes the crop sheet for a retake from the form', () => {
    expect(reduce(choose(restore()), RETAKE).sheet.name).toBe('closed')
  })
})
