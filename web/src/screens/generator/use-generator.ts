import { useState } from 'react'
import { toAppError } from '#shared/client/errors.ts'
import { FAILURE } from '#shared/domain/messages.ts'
import { useGenerationCalls } from '#web/data/generations.ts'
import { wordsOf } from '#web/lib/failure.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { toast } from '#web/ui/toast.ts'
import { useJob } from './use-job.ts'
import { usePhoto } from './use-photo.ts'
import { usePlayerForm } from './use-player-form.ts'

export type Generator = ReturnType<typeof useGenerator>

/** The generator from form to card: idle, generating, then a result or the form as it was. */
export function useGenerator() {
  const { now } = usePlatform()
  const { form, change } = usePlayerForm()
  const photo = usePhoto()
  const job = useJob()
  const calls = useGenerationCalls()
  const [pressedAt, setPressedAt] = useState<number | null>(null)

  async function generate() {
    if (!photo.photo) {
      toast.error(FAILURE.photoMissing)
      photo.refuse(FAILURE.photoMissing)
      return
    }
    setPressedAt(now())
    const fields = { nickname: form.nickname, number: form.number, team: form.team.name, armor: form.armor.id }
    try {
      const { id } = await calls.create.mutateAsync({ fields, photo: photo.photo.blob })
      job.start(id)
    } catch (thrown) {
      toast.error(FAILURE.generate(wordsOf(thrown)))
      if (/^(FILE|IMAGE)_/u.test(toAppError(thrown).code)) photo.refuse(wordsOf(thrown))
    }
  }

  async function cancel() {
    if (job.id === null) return
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
    generation,
    isSending: calls.create.isPending,
    startedAt: pressedAt ?? (generation ? Date.parse(generation.createdAt) : null),
    generate,
    cancel,
    startOver() {
      setPressedAt(null)
      job.clear()
    },
  }
}
