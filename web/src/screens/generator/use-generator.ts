import { useEffect, useRef, useState } from 'react'
import { CodedError } from '#shared/client/coded-error.ts'
import { CONNECTION_FAILURE } from '#shared/client/common-texts.ts'
import { randomId } from '#shared/client/random-id.ts'
import type { Generation, GenerationForm, MadeCard } from '#shared/contracts/generations.ts'
import { isFaceQuestion } from '#shared/contracts/generation-states.ts'
import { getArmor } from '#shared/domain/armor.ts'
import type { Finish } from '#shared/domain/finish.ts'
import { FAILURE, QUESTION } from '#shared/domain/messages.ts'
import { getTeam, TEAMS } from '#shared/domain/team.ts'
import { useOrigin } from '#web/data/remix.ts'
import { useGenerationCalls } from '#web/data/generations.ts'
import { isMissing, isUnreachable, wordsOf } from '#web/lib/failure.ts'
import { rollNickname } from '#web/lib/nickname-dice.ts'
import { pickOther } from '#web/lib/pick-other.ts'
import type { CropView, pieceOf } from '#web/lib/photo-crop.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { toast } from '#web/ui/toast.ts'
import { useJob } from './use-job.ts'
import { type SentPhoto, usePhoto } from './use-photo.ts'
import { type CompleteForm, getNickname, type PlayerForm, usePlayerForm } from './use-player-form.ts'

export type Generator = ReturnType<typeof useGenerator>

const PHOTO_LOST = 'Your photo was still on its way when the page was left. Please choose it again.'
const PHOTO_DELETED = 'Your photo was deleted when the card was drawn. Choose one again for new art.'
const NO_FACE_AND_NO_PHOTO = {
  FACE_NOT_FOUND: 'We could not find a face in your photo. Please choose it again, or another one.',
  SEVERAL_FACES: 'There were several faces in your photo. Please choose it again, then tap yours.',
} as const

/** Other art: for a card whose roll of stats is kept, or in place of a card's own. */
type Art = Pick<GenerationForm, 'like' | 'adjusts' | 'pose' | 'engine'>
/** Why a photo is asked for: for other art, another crop or another pose. */
export type PhotoUse = 'other' | 'adjust' | 'pose'
type Order = {
  form: CompleteForm
  art: Art
  /** The card on the screen stays if this comes to nothing. */
  isFromCard: boolean
}

/** The generator from form to card: idle, generating, then a result or the form as it was. */
export function useGenerator() {
  const { api, now } = usePlatform()
  const { form, change } = usePlayerForm()
  const origin = useOrigin()
  const photo = usePhoto()
  const job = useJob(tellFailure)
  const calls = useGenerationCalls()
  const [pressedAt, setPressedAt] = useState<number | null>(null)
  const [newArt, setNewArt] = useState<Art | null>(null)
  const [isStartedOver, setIsStartedOver] = useState(false)
  /** Given up before the server had said that it has them. */
  const givenUp = useRef(new Set<string>())
  /** What was sent last, in case the answer is a question; and what the crop sheet's answer is waited for with. */
  const sent = useRef<Order>(undefined)
  const waiting = useRef<Order>(undefined)
  /** The generation that was sent with where its maker came from. */
  const toldFrom = useRef<string>(undefined)
  /** The use of the photo that is asked for, over the card on the screen. */
  const [photoAsked, setPhotoAsked] = useState<PhotoUse | null>(null)
  /** Which photo, by its address on this page, each generation was sent with. */
  const [photoOf, setPhotoOf] = useState<Readonly<Record<string, string>>>({})

  const wasLost = job.standing === 'lost'
  const { refuse } = photo
  useEffect(() => {
    if (wasLost) refuse(PHOTO_LOST)
  }, [wasLost, refuse])
  useQuestionBeforeLeaving(job.standing === 'sending' && !job.generation)
  // Of a visit from another card's page, one card is counted: the first that is made.
  useEffect(() => {
    if (job.generation?.state !== 'ready' || job.id !== toldFrom.current) return
    toldFrom.current = undefined
    origin.made()
  })

  async function send(chosen: SentPhoto | Promise<SentPhoto>, order: Order) {
    const { form: player, art, isFromCard } = order
    const id = randomId()
    sent.current = order
    waiting.current = undefined
    const from = isFromCard || art.like ? null : origin.from
    const arrived = (given: string) => {
      if (from !== null) {
        toldFrom.current = given
        origin.sent()
      }
      if (photo.whole) setPhotoOf({ ...photoOf, [given]: photo.whole.url })
      job.arrived(given)
    }
    setPressedAt(now())
    job.begin(id, !isFromCard ? null : art.adjusts ? 'same' : 'another')
    try {
      const { blob, face } = await chosen
      if (givenUp.current.has(id)) return
      const fields = {
        ...fieldsOf(player),
        ...art,
        id,
        ...(from !== null && { from }),
        ...(face && { face: JSON.stringify(face) }),
      }
      const { id: given } = await calls.create.mutateAsync({ fields, photo: blob })
      if (givenUp.current.has(id)) return void calls.cancel.mutate(given)
      arrived(given)
      setNewArt(null)
    } catch (thrown) {
      // No answer came, but the form may have arrived.
      const isThere = isUnreachable(thrown) && (await api.generations.get(id).then(calls.learn, () => false))
      if (givenUp.current.has(id)) return void (isThere && calls.cancel.mutate(id))
      if (isThere) return arrived(id)
      job.notSent(isFromCard ? job.id : null)
      const words = wordsOf(thrown)
      toast.error(FAILURE.generate(words))
      if (isPhotoFault(thrown)) photo.refuse(words)
    }
  }

  /** A photo without a face, or with several, is a question: the photo is asked about and the form stays. */
  function tellFailure({ error, faces }: Generation) {
    const code = error?.code
    if (!isFaceQuestion(code)) return void toast.error(FAILURE.generate(error?.message ?? FAILURE.noImage))
    const order = sent.current
    if (!photo.whole || !order) return photo.refuse(NO_FACE_AND_NO_PHOTO[code])
    waiting.current = order
    // What the form was to do is still to be done when the question is not answered now.
    if (!order.isFromCard) setNewArt(order.art)
    photo.ask(QUESTION[code], faces)
  }

  async function generate(engine?: GenerationForm['engine']) {
    // The form stays as it is: nothing of it can be sent.
    if (!navigator.onLine) return void toast.error(FAILURE.generate(CONNECTION_FAILURE.NETWORK_ERROR))
    const art = { ...newArt, ...(engine && { engine }) }
    const chosen = photo.toSend()
    if (chosen) return send(chosen, { form: withTeam(form), art, isFromCard: false })
    toast.error(FAILURE.photoMissing)
    photo.refuse(FAILURE.photoMissing)
  }

  /** Without a team one is rolled, as *Random Team* does, and named. */
  function withTeam(given: PlayerForm): CompleteForm {
    const team = given.team ?? pickOther(TEAMS, null)
    if (given.team === null) {
      change({ team })
      toast.blank(team.name, { description: team.description })
    }
    return { ...given, team }
  }

  /** What the card on the screen was made of, whatever the form has come to say since. */
  function orderFor(card: MadeCard, art: Art, finish = form.finish): Order {
    const isSuggested = card.playerName === form.suggestion
    const settings = { ...settingsOf(card), ...(isSuggested && { nickname: '' }), finish }
    change(settings)
    return { form: withTeam({ ...form, ...settings }), art, isFromCard: true }
  }

  /** The same card with other art. The photo is on this page only: without it, the form asks for one again. */
  async function drawAgain(card: MadeCard, finish: Finish) {
    if (job.id === null) return
    const order = orderFor(card, { like: job.id }, finish)
    const chosen = photo.toSend()
    if (chosen) return send(chosen, order)
    setNewArt(order.art)
    job.leave()
    photo.refuse(PHOTO_DELETED)
  }

  /** The same card from another photo, which is asked for over it. */
  function drawFromAnother(card: MadeCard, finish: Finish) {
    if (job.id === null) return
    waiting.current = orderFor(card, { like: job.id }, finish)
    setPhotoAsked('other')
  }

  const hasItsPhoto = job.id !== null && photo.whole !== null && photoOf[job.id] === photo.whole.url

  /** The card on the screen from another crop of its photo, or from another photo when that is gone. */
  function adjustPhoto(card: MadeCard) {
    if (job.id === null) return
    waiting.current = orderFor(card, { adjusts: job.id })
    if (hasItsPhoto) photo.startFitting('adjust')
    else setPhotoAsked('adjust')
  }

  /** The card on the screen in another pose, from its photo as it was sent, which is asked for again when it is gone. */
  async function changePose(card: MadeCard) {
    if (job.id === null) return
    const order = orderFor(card, { adjusts: job.id, pose: 'another' })
    const chosen = hasItsPhoto ? photo.toSend() : null
    if (chosen) return send(chosen, order)
    waiting.current = order
    setPhotoAsked('pose')
  }

  /** The photo is as it shall be: what waited for that goes on. */
  async function goOnWith(chosen: SentPhoto | null) {
    const order = waiting.current
    waiting.current = undefined
    if (chosen && order) await send(chosen, order)
  }

  async function cancel() {
    if (job.id === null) return
    // Until its form is answered, the server may not know it: it is cancelled once it does.
    if (job.standing === 'sending') {
      givenUp.current.add(job.id)
      return job.notSent(job.fallback)
    }
    try {
      await calls.cancel.mutateAsync(job.id)
    } catch (thrown) {
      if (isMissing(thrown)) return job.notSent(job.fallback)
      toast.error(wordsOf(thrown))
      // It may be a finished card: the form comes, and the way back to it.
      if (!job.generation) job.leave()
    }
  }

  const { generation } = job
  return {
    form,
    change,
    photo,
    job,
    generation,
    startedAt: pressedAt ?? (generation ? Date.parse(generation.createdAt) : null),
    /** The next card keeps the stats of one before. */
    keepsStats: newArt !== null,
    generate,
    drawAgain,
    drawFromAnother,
    adjustPhoto,
    changePose,
    /** The photo of the card on the screen is still on this page. */
    hasItsPhoto,
    photoAsked,
    async choosePhoto(file: File, isTaken = false) {
      const isChosen = await photo.choose(file, isTaken)
      if (isChosen) setPhotoAsked(null)
      return isChosen
    },
    acceptPhoto: async (view: CropView, fitted: ReturnType<typeof pieceOf>, isShown: boolean) =>
      goOnWith(await photo.fit(view, fitted, isShown)),
    acceptWhole: () => goOnWith(photo.sendWhole()),
    /** A sheet about the photo was closed: nothing is drawn. A question stands at the photo until it is answered. */
    leavePhoto() {
      const { question } = photo.fitting
      if (waiting.current && question) photo.refuse(question.words)
      waiting.current = undefined
      setPhotoAsked(null)
      photo.stopFitting()
    },
    cancel,
    /** The next card was asked for: its form begins at its top. */
    isStartedOver,
    startOver() {
      setPressedAt(null)
      setNewArt(null)
      setIsStartedOver(true)
      change({ suggestion: rollNickname(form.suggestion) })
      job.leave()
    },
    undo() {
      setIsStartedOver(false)
      setNewArt(null)
      photo.refuse(null)
      job.undo()
    },
  }
}

const fieldsOf = ({ number, team, armor, finish, ...name }: CompleteForm) => ({
  nickname: getNickname(name),
  number,
  team: team.name,
  armor: armor.id,
  finish,
})

function settingsOf({ playerName, jerseyNumber, teamColors, armor }: MadeCard): Partial<PlayerForm> {
  const [team, piece] = [getTeam(teamColors), getArmor(armor)]
  return { nickname: playerName, number: jerseyNumber, ...(team && { team }), ...(piece && { armor: piece }) }
}

const isPhotoFault = (thrown: unknown): boolean => thrown instanceof CodedError && /^(FILE|IMAGE)_/u.test(thrown.code)

/** A photo that is on its way would be lost: the browser asks first. */
function useQuestionBeforeLeaving(isAsked: boolean) {
  useEffect(() => {
    if (!isAsked) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isAsked])
}
