import { useCallback, useEffect, useState } from 'react'
import { CodedError } from '#shared/client/coded-error.ts'
import { CONNECTION_FAILURE } from '#shared/client/common-texts.ts'
import { randomId } from '#shared/client/random-id.ts'
import type { Generation, GenerationForm, MadeCard } from '#shared/contracts/generations.ts'
import { getArmor } from '#shared/domain/armor.ts'
import { FAILURE } from '#shared/domain/messages.ts'
import { getTeam, TEAMS } from '#shared/domain/team.ts'
import type { FittedPhoto } from '#web/card/preview-face.tsx'
import { getGenerationToken, useGenerationCalls } from '#web/data/generations.ts'
import { toFinish, useOrigin } from '#web/data/remix.ts'
import { getMessage, isMissing, isUnreachable } from '#web/lib/failure.ts'
import { pickOther } from '#web/lib/pick-other.ts'
import type { CropView } from '#web/photo/photo-crop.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { useCommandReducer } from '#web/hooks/use-command-reducer.ts'
import { toast } from '#web/ui/toast.ts'
import { recallPhoto, useRememberedPhoto } from './remembered-photo.ts'
import { forgetSending, recallJob, rememberSending, useRememberedJob } from './remembered-job.ts'
import {
  type Art,
  type Command,
  type GenerationOrder,
  type GeneratorEvent,
  type GeneratorState,
  getGeneration,
  getJobId,
  hasCardPhoto,
  type JobStart,
  type PhotoUse,
  type SentPhoto,
} from './state/generator-state.ts'
import { reduceGenerator } from './state/reduce-generator.ts'
import { isNewCard, restoreGenerator } from './state/restore-generator.ts'
import { announceCard, useAnnouncement } from './ready-toast.ts'
import { useJobAddress, useLinkedWork } from './use-job-address.ts'
import { useJobReports } from './use-job-reports.ts'
import { usePhotoFiles } from './use-photo-files.ts'
import { type CompleteForm, getNickname, type PlayerForm, usePlayerForm } from './use-player-form.ts'

export type Generator = ReturnType<typeof useCardGenerator>
export type PhotoControl = Generator['photo']

/** Connects the generator's reducer to the visitor, the server and the browser's storage. */
export function useCardGenerator() {
  const platform = usePlatform()
  const { api, memory, tabMemory, now } = platform
  const { job: linked, league } = useLinkedWork()
  const [remembered] = useState(() => recallJob(memory))
  const [isNew] = useState(() => isNewCard(remembered, linked))
  const { form, change, startNext } = usePlayerForm(isNew)
  const origin = useOrigin()
  const calls = useGenerationCalls()
  const [state, send, getState] = useCommandReducer(
    reduceGenerator,
    () => restoreGenerator(remembered, recallPhoto(tabMemory), linked, now()),
    run,
  )
  const dispatch = useCallback(
    (event: GeneratorEvent) => {
      const before = getState()
      send(event)
      const after = getState()
      if (event.type === 'formLinkFollowed' && before.step !== after.step) startNext()
    },
    [send, getState, startNext],
  )
  const { step } = state
  const id = getJobId(step)
  const createStart = (): JobStart => ({ id: randomId(), at: now() })
  const files = usePhotoFiles(state, { dispatch, getState, createStart })

  // Stable, because effects of the components depend on them.
  const refuse = useCallback((words: string) => dispatch({ type: 'photoRefused', words }), [dispatch])
  const moveCrop = useCallback((view: CropView | null) => dispatch({ type: 'cropMoved', view }), [dispatch])

  useJobAddress(step, dispatch)
  useRememberedJob(memory, state)
  useRememberedPhoto(tabMemory, state)
  useAnnouncement(step)
  useJobReports(step, dispatch)
  useQuestionBeforeLeaving(step.name === 'sending' && !step.generation)

  function run(command: Command): void {
    switch (command.type) {
      case 'send':
        return void sendForm(command)
      case 'cancel':
        return void cancel(command.id)
      case 'toast':
        return void toast[command.kind](command.words)
      case 'clearOrigin':
        return origin.sent()
      case 'creditOrigin':
        return origin.made()
      case 'announceCard':
        return announceCard()
    }
  }

  async function sendForm({ id, order, photo }: Command & { type: 'send' }) {
    rememberSending(memory, id)
    try {
      const sent = await photo
      const { step } = getState()
      if (step.name !== 'sending' || step.id !== id) return
      const generation = await calls.create.mutateAsync({ fields: toFields(id, order, sent), photo: sent.blob })
      dispatch({ type: 'formAccepted', id, generation })
    } catch (thrown) {
      const generation = isUnreachable(thrown) ? await findArrived(id) : null
      if (generation) return dispatch({ type: 'formAccepted', id, generation })
      forgetSending(memory, id)
      dispatch({ type: 'formRejected', id, words: getMessage(thrown), isPhotoFault: isPhotoFault(thrown) })
    }
  }

  /** Looks for a generation whose form got no response. The form may still have arrived. */
  async function findArrived(id: string): Promise<Generation | null> {
    const generation = await api.generations.get(id, getGenerationToken(platform, id)).catch(() => null)
    if (generation) calls.learn(generation)
    return generation
  }

  async function cancel(id: string) {
    try {
      await calls.cancel.mutateAsync(id)
    } catch (thrown) {
      dispatch({ type: 'cancelFailed', id, words: getMessage(thrown), isMissing: isMissing(thrown) })
    }
  }

  function generate(engine?: Art['engine']) {
    // Offline, nothing can be sent, so the form stays.
    if (!navigator.onLine) return void toast.error(FAILURE.generate(CONNECTION_FAILURE.NETWORK_ERROR))
    if (!state.photo && !state.preparing) return dispatch({ type: 'photoMissed' })
    dispatch({ type: 'generatePressed', start: createStart(), form: withTeam(form), from: origin.from, league, engine })
  }

  /** Fills the form with a card's settings, because the form may have changed since. */
  function fillFrom(card: MadeCard, finish = form.finish): Partial<PlayerForm> {
    const isSuggested = card.playerName === form.suggestion
    const settings = { ...toSettings(card), ...(isSuggested && { nickname: '' }), finish }
    change(settings)
    return settings
  }

  function redraw(use: 'art' | PhotoUse, card: MadeCard, finish = form.finish) {
    const settings = fillFrom(card, finish)
    dispatch({ type: 'redrawPressed', start: createStart(), form: withTeam({ ...form, ...settings }), league, use })
  }

  return {
    step,
    id,
    league,
    generation: getGeneration(step),
    before: state.before,
    /** True if the card was drawn for this browser before the page loaded. */
    isRemembered: id === remembered.id,
    form,
    change,
    photo: {
      photo: state.photo?.chosen ?? null,
      whole: state.photo?.whole ?? null,
      error: state.photoError,
      isPreparing: state.preparing !== null,
      isSearching: state.photo?.isSearching ?? false,
      isLost: state.isPhotoLost,
      view: getFittedPhoto(state),
      choose: files.choose,
      remove: () => dispatch({ type: 'photoRemoved' }),
      refuse,
      crop: () => dispatch({ type: 'cropPressed' }),
    },
    sheet: state.sheet,
    fitting: state.fitting,
    hasCardPhoto: hasCardPhoto(state),
    acceptCrop: files.acceptCrop,
    skipCrop: files.skipCrop,
    moveCrop,
    retake: () => dispatch({ type: 'retakePressed' }),
    closeSheet: () => dispatch({ type: 'sheetClosed' }),
    generate,
    redraw,
    changeSetup(card: MadeCard) {
      fillFrom(card, toFinish(getGeneration(step)?.finish) ?? form.finish)
      dispatch({ type: 'setupPressed' })
    },
    cancel: () => dispatch({ type: 'cancelPressed' }),
    undo: () => dispatch({ type: 'undoPressed' }),
    startOver() {
      startNext()
      dispatch({ type: 'startOverPressed' })
    },
  }
}

/** Rolls a team for a form without one. The form's own choice stays empty, so the next card gets another team. */
const withTeam = (form: PlayerForm): CompleteForm => ({ ...form, team: form.team ?? pickOther(TEAMS, null) })

function toFields(id: string, { form, art, from, league }: GenerationOrder, { face }: SentPhoto): GenerationForm {
  const { number, team, armor, finish, ...name } = form
  const player = { nickname: getNickname(name), number, team: team.name, armor: armor.id, finish }
  return {
    ...player,
    ...art,
    id,
    ...(from !== null && { from }),
    ...(league !== null && { league }),
    ...(face && { face: JSON.stringify(face) }),
  }
}

function toSettings({ playerName, jerseyNumber, teamColors, armor }: MadeCard): Partial<PlayerForm> {
  const [team, piece] = [getTeam(teamColors), getArmor(armor)]
  return { nickname: playerName, number: jerseyNumber, ...(team && { team }), ...(piece && { armor: piece }) }
}

/** Returns the photo for the live preview, or null while the face's position is unknown. */
function getFittedPhoto({ photo, moved }: GeneratorState): FittedPhoto | null {
  if (!photo) return null
  const { url, widthPx, heightPx, mainView, fitted } = photo.whole
  const settledView = fitted && !fitted.isConfirmed ? null : (fitted?.view ?? mainView)
  const view = moved ?? settledView
  return view && { url, widthPx, heightPx, view }
}

const isPhotoFault = (thrown: unknown): boolean => thrown instanceof CodedError && /^(FILE|IMAGE)_/u.test(thrown.code)

/** Makes the browser ask before leaving the page while its photo is uploading. */
function useQuestionBeforeLeaving(isEnabled: boolean) {
  useEffect(() => {
    if (!isEnabled) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isEnabled])
}
