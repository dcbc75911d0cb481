import { Generation, type GenerationState } from '#shared/contracts/generations.ts'
import { ARMOR } from '#shared/domain/armor.ts'
import { TEAMS } from '#shared/domain/team.ts'
import type { GeneratorEvent, GeneratorState, Photo } from '#web/screens/generator/state/generator-state.ts'
import { reduceGenerator } from '#web/screens/generator/state/reduce-generator.ts'
import {
  type RememberedJob,
  type RememberedPhoto,
  restoreGenerator,
} from '#web/screens/generator/state/restore-generator.ts'
import { FAILURE } from '#shared/domain/messages.ts'

export const FORM = {
  nickname: 'Ace',
  suggestion: '',
  number: '7',
  team: TEAMS[0]!,
  armor: ARMOR[0],
  finish: 'ink' as const,
}

const STATS = { strength: 91, agility: 78, touchdownPower: 88, leadership: 83, accuracy: 80 }

export function createGeneration(id: string, state: GenerationState, part: Partial<Generation> = {}): Generation {
  const card = {
    id: `card-of-${id}`,
    imageUrl: 'https://cards.example/card.jpg',
    playerName: 'Ace',
    jerseyNumber: '7',
    teamColors: TEAMS[0]!.name,
    armor: 'none',
    stats: STATS,
    rolledStats: STATS,
    tier: 'Captain',
    visibility: 'draft',
  }
  const base = { id, state, attempt: 1, attempts: 4, createdAt: '2026-11-21T12:00:00.000Z', error: null }
  return { ...Generation.parse({ ...base, card: state === 'ready' ? card : null }), ...part }
}

export const createFailure = (id: string, code: string, part: Partial<Generation> = {}): Generation =>
  createGeneration(id, 'failed', { error: { code, message: 'Not now.' }, ...part })

export function createPhoto(url = 'blob:photo'): Photo {
  const size = { widthPx: 1000, heightPx: 1400 }
  const blob = new Blob([url])
  const whole = { ...size, blob, cut: async () => ({ blob }), url, faces: [], mainView: null, fitted: null }
  return {
    whole: { ...whole, isTaken: false },
    chosen: { blob, face: null, previewUrl: `${url}#preview`, piece: { turns: 0, left: 0, top: 0, ...size } },
    cut: null,
    isSearching: false,
  }
}

export const VIEW = { turns: 0, x: 0, y: 0, zoom: 1, lean: 0, large: 1 } as const

export const restore = (
  remembered: Partial<RememberedJob> = {},
  linked: string | null = null,
  photo: Partial<RememberedPhoto> = {},
): GeneratorState =>
  restoreGenerator(
    { id: null, sending: null, before: null, fallback: null, isSeen: false, ...remembered },
    { photo: null, photoUrls: {}, sentOrders: {}, preparing: null, order: null, wasChosen: false, ...photo },
    linked,
    0,
  )

export const reduce = (state: GeneratorState, ...events: GeneratorEvent[]): GeneratorState =>
  events.reduce(reduceGenerator, state)

export const withPhoto = (photo = createPhoto()): GeneratorState => ({ ...restore(), photo })

type Part<T extends GeneratorEvent['type']> = Partial<Extract<GeneratorEvent, { type: T }>>

export const pressGenerate = (id: string, part: Part<'generatePressed'> = {}): GeneratorEvent => ({
  type: 'generatePressed',
  start: { id, at: 5 },
  form: FORM,
  from: null,
  league: null,
  engine: undefined,
  ...part,
})
export const pressRedraw = (
  id: string,
  use: 'art' | 'other' | 'adjust' | 'pose' | 'previousPose',
  league: string | null = null,
): GeneratorEvent => ({
  type: 'redrawPressed',
  start: { id, at: 6 },
  form: FORM,
  league,
  use,
})
export const accept = (id: string, generation = createGeneration(id, 'checking')): GeneratorEvent => ({
  type: 'formAccepted',
  id,
  generation,
})
export const reject = (id: string, isPhotoFault = false): GeneratorEvent => ({
  type: 'formRejected',
  id,
  words: 'Not now.',
  isPhotoFault,
})
export const report = (generation: Generation, isUnreachable = false): GeneratorEvent => ({
  type: 'generationReported',
  generation,
  isUnreachable,
})
export const reportMissing = (id: string, at = 0): GeneratorEvent => ({ type: 'generationMissing', id, at })
export const failCancel = (id: string, isMissing: boolean): GeneratorEvent => ({
  type: 'cancelFailed',
  id,
  words: 'No connection.',
  isMissing,
})

/** A card on the screen whose photo is still on this page. */
export const withCard = (id = 'job-1'): GeneratorState =>
  reduce(withPhoto(), pressGenerate(id), accept(id), report(createGeneration(id, 'ready')))
/** A card on the screen after a reload, so without its photo. */
export const withOldCard = (id = 'job-1'): GeneratorState =>
  reduce(restore({ id }), report(createGeneration(id, 'ready')))
/** The form with a question about its sent photo. */
export const withQuestion = (id = 'job-1'): GeneratorState =>
  reduce(withPhoto(), pressGenerate(id), accept(id), report(createFailure(id, 'FACE_NOT_FOUND')))

export const CANCEL = { type: 'cancelPressed' } as const
export const UNDO = { type: 'undoPressed' } as const
export const toast = (words: string) => ({ type: 'toast', kind: 'error', words })
export const FAILED = toast(FAILURE.generate('Not now.'))
export const sending = (id = 'job-1') => reduce(withPhoto(), pressGenerate(id))
export const drawing = (id = 'job-1') => reduce(sending(id), accept(id))

/** The step, its id and the two related ids. */
export const summarize = ({ step, before, fallback }: GeneratorState) => [
  step.name,
  step.name === 'form' ? null : step.id,
  before,
  fallback,
]
