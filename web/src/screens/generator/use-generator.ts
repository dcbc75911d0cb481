import { useEffect, useRef, useState } from 'react'
import { toAppError } from '#shared/client/errors.ts'
import { randomId } from '#shared/client/random-id.ts'
import type { GenerationForm, MadeCard } from '#shared/contracts/generations.ts'
import { getArmor } from '#shared/domain/armor.ts'
import type { Finish } from '#shared/domain/finish.ts'
import { FAILURE } from '#shared/domain/messages.ts'
import { getTeam } from '#shared/domain/team.ts'
import { useGenerationCalls } from '#web/data/generations.ts'
import { isUnreachable, wordsOf } from '#web/lib/failure.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { toast } from '#web/ui/toast.ts'
import { useJob } from './use-job.ts'
import { type ChosenPhoto, usePhoto } from './use-photo.ts'
import { type PlayerForm, usePlayerForm } from './use-player-form.ts'

export type Generator = ReturnType<typeof useGenerator>

const PHOTO_LOST = 'Your photo was still on its way when the page was left. Please choose it again.'
const PHOTO_DELETED = 'Your photo was deleted when the card was drawn. Choose one again for new art.'

/** Other art for a card: its roll of stats is kept. */
type NewArt = { like: string }
/** Who draws it, where that is not whoever always does. */
type Art = Partial<NewArt> & Pick<GenerationForm, 'engine'>

/** The generator from form to card: idle, generating, then a result or the form as it was. */
export function useGenerator() {
  const { api, now } = usePlatform()
  const { form, change } = usePlayerForm()
  const photo = usePhoto()
  const job = useJob()
  const calls = useGenerationCalls()
  const [pressedAt, setPressedAt] = useState<number | null>(null)
  const [newArt, setNewArt] = useState<NewArt | null>(null)
  /** Given up before the server had said that it has them. */
  const givenUp = useRef(new Set<string>())

  const wasLost = job.standing === 'lost'
  const { refuse } = photo
  useEffect(() => {
    if (wasLost) refuse(PHOTO_LOST)
  }, [wasLost, refuse])
  useQuestionBeforeLeaving(job.standing === 'sending')

  async function send({ blob, face }: ChosenPhoto, finish: Finish, art: Art | null, fromCard: boolean) {
    const id = randomId()
    setPressedAt(now())
    job.begin(id, fromCard)
    const fields = { ...fieldsOf(form, finish), ...art, id, ...(face && { face: JSON.stringify(face) }) }
    try {
      const { id: given } = await calls.create.mutateAsync({ fields, photo: blob })
      if (givenUp.current.has(id)) return void calls.cancel.mutate(given)
      job.arrived(given)
      setNewArt(null)
    } catch (thrown) {
      if (givenUp.current.has(id)) return
      // No answer came, but the form may have arrived.
      const isThere =
        isUnreachable(thrown) &&
        (await api.generations.get(id).then(
          () => true,
          () => false,
        ))
      if (isThere) return job.arrived(id)
      job.notSent(fromCard ? job.id : null)
      toast.error(FAILURE.generate(wordsOf(thrown)))
      if (isPhotoFault(thrown)) photo.refuse(wordsOf(thrown))
    }
  }

  async function generate(engine?: GenerationForm['engine']) {
    if (photo.photo) return send(photo.photo, form.finish, { ...newArt, ...(engine && { engine }) }, false)
    toast.error(FAILURE.photoMissing)
    photo.refuse(FAILURE.photoMissing)
  }

  /** The same card with other art. The photo is on this page only: without it, the form asks for one again. */
  async function drawAgain(card: MadeCard, finish: Finish) {
    change({ ...settingsOf(card), finish })
    if (job.id === null) return
    const art = { like: job.id }
    if (photo.photo) return send(photo.photo, finish, art, true)
    setNewArt(art)
    job.leave()
    photo.refuse(PHOTO_DELETED)
  }

  async function cancel() {
    if (job.id === null) return
    if (!job.generation) {
      givenUp.current.add(job.id)
      job.notSent(job.fallback)
      return
    }
    try {
      await calls.cancel.mutateAsync(job.id)
    } catch (thrown) {
      toast.error(wordsOf(thrown))
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
    cancel,
    startOver() {
      setPressedAt(null)
      setNewArt(null)
      job.leave()
    },
    undo() {
      setNewArt(null)
      photo.refuse(null)
      job.undo()
    },
  }
}

const fieldsOf = ({ nickname, number, team, armor }: PlayerForm, finish: Finish) => ({
  nickname,
  number,
  team: team.name,
  armor: armor.id,
  finish,
})

function settingsOf({ playerName, jerseyNumber, teamColors, armor }: MadeCard): Partial<PlayerForm> {
  const [team, piece] = [getTeam(teamColors), getArmor(armor)]
  return { nickname: playerName, number: jerseyNumber, ...(team && { team }), ...(piece && { armor: piece }) }
}

const isPhotoFault = (thrown: unknown): boolean => /^(FILE|IMAGE)_/u.test(toAppError(thrown).code)

/** A photo that is on its way would be lost: the browser asks first. */
function useQuestionBeforeLeaving(isAsked: boolean) {
  useEffect(() => {
    if (!isAsked) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [isAsked])
}
