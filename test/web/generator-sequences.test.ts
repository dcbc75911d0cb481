import fc from 'fast-check'
import { expect, it } from 'vitest'
import { isWaiting } from '#shared/contracts/generation-states.ts'
import { type GeneratorEvent, type GeneratorState, getJobId } from '#web/screens/generator/state/generator-state.ts'
import {
  accept,
  createFailure,
  createGeneration,
  createPhoto,
  failCancel,
  reportMissing,
  pressGenerate,
  pressRedraw,
  reduce,
  reject,
  report,
  restore,
  VIEW,
  withCard,
  withOldCard,
  withPhoto,
  withQuestion,
} from './generator-state-support.ts'

const FILES = [new File(['1'], '1.jpg'), new File(['2'], '2.jpg')] as const
const CUTS = [1, 2].map(() => Promise.resolve({ blob: new Blob(), face: null }))
const PHOTOS = [createPhoto('blob:1'), createPhoto('blob:2')] as const

/** Builds an event. `fresh` is an unused id, and `known` one that some job may have. */
type Build = (ids: { fresh: string; known: string }) => GeneratorEvent

const pick = <T>(...values: T[]) => fc.constantFrom(...values)
const index = pick(0, 1)
const constant = (...events: GeneratorEvent[]) =>
  pick(...events).map(
    (event): Build =>
      () =>
        event,
  )

const visitorEvent = fc.oneof(
  pick(null, 'card-9').map(
    (from): Build =>
      ({ fresh }) =>
        pressGenerate(fresh, { from }),
  ),
  pick('art' as const, 'other' as const, 'adjust' as const, 'pose' as const).map(
    (use): Build =>
      ({ fresh }) =>
        pressRedraw(fresh, use),
  ),
  constant(
    { type: 'photoMissed' },
    { type: 'cancelPressed' },
    { type: 'undoPressed' },
    { type: 'startOverPressed' },
    { type: 'formLinkFollowed' },
    { type: 'formRevisited' },
    { type: 'jobRevisited', id: 'kept' },
  ),
)
const photoEvent = fc.oneof(
  index.map((i): Build => () => ({ type: 'fileChosen', file: FILES[i]! })),
  index.map((i): Build => () => ({ type: 'filePrepared', file: FILES[i]!, ...PHOTOS[i]! })),
  index.map((i): Build => () => ({ type: 'fileFailed', file: FILES[i]!, words: 'Broken.' })),
  index.map((i): Build => () => ({ type: 'cropAccepted', cut: CUTS[i]!, isDismissed: false })),
  index.map((i): Build => ({ fresh }) => {
    const fitted = { view: VIEW, isConfirmed: true }
    return { type: 'cropCut', cut: CUTS[i]!, chosen: PHOTOS[i]!.chosen, fitted, start: { id: fresh, at: 1 } }
  }),
  index.map((i): Build => () => ({ type: 'cropFailed', cut: CUTS[i]!, words: 'No memory.' })),
  fc.tuple(index, pick(...CUTS, null)).map(([i, cut]): Build => ({ fresh }) => ({
    type: 'facesFound',
    url: PHOTOS[i]!.whole.url,
    found: { faces: [], mainView: VIEW },
    cut,
    start: { id: fresh, at: 1 },
  })),
  index.map((i): Build => ({ fresh }) => ({
    type: 'cropSkipped',
    chosen: PHOTOS[i]!.chosen,
    start: { id: fresh, at: 1 },
  })),
  constant(
    { type: 'photoRemoved' },
    { type: 'photoRefused', words: 'Too dark.' },
    { type: 'cropPressed' },
    { type: 'cropMoved', view: VIEW },
    { type: 'retakePressed' },
    { type: 'sheetClosed' },
  ),
)
const generation = pick(
  (id: string) => createGeneration(id, 'checking'),
  (id: string) => createGeneration(id, 'drawing'),
  (id: string) => createGeneration(id, 'ready'),
  (id: string) => createGeneration(id, 'ready', { card: null }),
  (id: string) => createGeneration(id, 'cancelled'),
  (id: string) => createFailure(id, 'AI_FAILED', { offer: 'embedded' }),
  (id: string) => createFailure(id, 'FACE_NOT_FOUND'),
)
const serverEvent = fc.oneof(
  generation.map(
    (create): Build =>
      ({ known }) =>
        accept(known, create(known)),
  ),
  fc.boolean().map(
    (isPhotoFault): Build =>
      ({ known }) =>
        reject(known, isPhotoFault),
  ),
  fc.tuple(generation, fc.boolean()).map(
    ([create, isUnreachable]): Build =>
      ({ known }) =>
        report(create(known), isUnreachable),
  ),
  pick(0, 20_000).map(
    (at): Build =>
      ({ known }) =>
        reportMissing(known, at),
  ),
  pick(0, 20_000).map((at): Build => ({ known: id }) => ({ type: 'serverUnreachable', id, at })),
  fc.boolean().map(
    (isMissing): Build =>
      ({ known }) =>
        failCancel(known, isMissing),
  ),
)

/** Most server events concern the current job; the others are late. */
const action = fc.record({
  build: fc.oneof(visitorEvent, photoEvent, serverEvent),
  age: fc.oneof({ weight: 4, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(3) }),
})
const start = pick(
  restore(),
  restore({ id: 'kept' }),
  restore({ id: 'kept', sending: 'kept', before: 'older', fallback: 'older' }),
  restore({ id: 'kept', isSeen: true }),
  withPhoto(PHOTOS[0]),
  withCard('kept'),
  withOldCard('kept'),
  withQuestion('kept'),
)

const isInFlight = ({ step }: GeneratorState) => ['sending', 'arriving', 'drawing'].includes(step.name)

/** Lists the invariants that a state violates. */
function findFaults({ step, before, fallback, sheet, photo, preparing }: GeneratorState): string[] {
  const id = getJobId(step)
  const order = 'order' in sheet ? sheet.order : null
  const faults = {
    'a result without its card':
      step.name === 'result' && (step.generation.state !== 'ready' || step.card !== step.generation.card),
    'a finished drawing': step.name === 'drawing' && !isWaiting(step.generation.state),
    'a generation of another job': 'generation' in step && step.generation !== null && step.generation.id !== id,
    'a card to go back to that is on the screen': id !== null && (before === id || fallback === id),
    'an order for another screen':
      order !== null && (order.redraws === null ? step.name !== 'form' : order.redraws !== id),
    'an order over a job in flight': order !== null && !['form', 'finding', 'result'].includes(step.name),
    'a sheet without a photo': ['cropping', 'retaking', 'cutting'].includes(sheet.name) && photo === null,
    'a wait without a photo': sheet.name === 'waiting' && !preparing && !photo?.isSearching,
    'a wait without a crop': sheet.name === 'cutting' && photo?.cut === null,
  }
  return Object.entries(faults).flatMap(([fault, isThere]) => (isThere ? [fault] : []))
}

/** Lists the invariants that a transition violates. */
function findBadChanges(before: GeneratorState, event: GeneratorEvent, after: GeneratorState): string[] {
  const sends = after.commands.filter(({ type }) => type === 'send')
  const isAwaited = event.type === 'formAccepted' && before.step.name === 'sending' && before.step.id === event.id
  const isReport = ['generationReported', 'generationMissing', 'serverUnreachable'].includes(event.type)
  const faults = {
    'two jobs in flight': sends.length > 1 || (sends.length === 1 && isInFlight(before)),
    'a form sent from another step': sends.length === 1 && after.step.name !== 'sending',
    'a given-up job that is drawn':
      event.type === 'formAccepted' && !isAwaited && !after.commands.some(({ type }) => type === 'cancel'),
    'a report that is not idempotent': isReport && reduce(after, event).step !== after.step,
  }
  return Object.entries(faults).flatMap(([fault, isThere]) => (isThere ? [fault] : []))
}

it('reaches no invalid state in any sequence of events', () => {
  const reached = new Set<string>()
  fc.assert(
    fc.property(start, fc.array(action, { maxLength: 40, size: 'max' }), (first, actions) => {
      let state = first
      const ids = ['kept']
      for (const [i, { build, age }] of actions.entries()) {
        const current = getJobId(state.step) ?? ids.at(-1)!
        const event = build({ fresh: `job-${i}`, known: age === 0 ? current : (ids.at(-age) ?? current) })
        const next = reduce(state, event)
        expect([...findFaults(next), ...findBadChanges(state, event, next)], event.type).toEqual([])
        for (const command of next.commands) if (command.type === 'send') ids.push(command.id)
        state = next
        reached.add(state.step.name).add(state.sheet.name)
      }
    }),
    { numRuns: 3_000 },
  )
  // Sequences that never leave the form would prove nothing.
  expect([...reached].sort()).toEqual(
    ['form', 'sending', 'arriving', 'finding', 'drawing', 'result']
      .concat(['closed', 'asking', 'waiting', 'cropping', 'retaking', 'cutting'])
      .sort(),
  )
})
