import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { NICKNAME_MAX_CHARACTERS } from '#shared/domain/limits.ts'
import { cutText } from '#shared/domain/text.ts'
import { CardPreview } from '#web/card/card-preview.tsx'
import { Stage } from '#web/card/stage.tsx'
import { configQuery } from '#web/data/config.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { ArmorStep } from './armor-step.tsx'
import { FormNote } from './form-note.tsx'
import { GenerateBar } from './generate-bar.tsx'
import { PhotoStep } from './photo-step.tsx'
import { PlayerStep } from './player-step.tsx'
import { TeamStep } from './team-step.tsx'
import type { Generator } from './use-generator.ts'
import { useSetup } from './use-setup.ts'

/** The form as one page: the card is lit beside it and changes with every choice. */
export function PlayerFormPanel({ generator }: { generator: Generator }) {
  const { form, change, photo, generate, job } = generator
  const remix = useSetup(change)
  const { api } = usePlatform()
  const config = useQuery(configQuery(api))
  const preview = { ...form, nickname: cutText(form.nickname, NICKNAME_MAX_CHARACTERS), number: form.number.trim() }

  function submit(event: FormEvent) {
    event.preventDefault()
    void generate()
  }

  return (
    <form className="gen" onSubmit={submit} noValidate>
      <div className="gen-head">
        <h1 className="hero" tabIndex={-1}>
          <span>Your face. </span>
          <span>Your colors. </span>
          <span>Your card.</span>
        </h1>
        <p className="facts">
          AI-generated, free, no sign-up
          {config.data ? <b>{config.data.generations.left} left today</b> : null}
        </p>
        {job.offer ? (
          <FormNote action="Use our own artist" onAction={() => void generate('embedded')}>
            The AI made no card.
          </FormNote>
        ) : null}
      </div>
      <Stage team={form.team}>
        <CardPreview {...preview} />
      </Stage>
      <div className="gen-form">
        {job.before ? (
          <FormNote action="Undo" onAction={generator.undo}>
            {generator.keepsStats ? 'New art, same stats. Your card is kept.' : 'Started over. Your card is kept.'}
          </FormNote>
        ) : null}
        {remix.name ? (
          <FormNote action="OK" onAction={remix.forget}>
            Remixing {remix.name}'s setup
          </FormNote>
        ) : null}
        <PhotoStep photo={photo} />
        <PlayerStep form={form} change={change} state={playerStepState(Boolean(photo.photo), form)} />
        <TeamStep team={form.team} onChange={(team) => change({ team })} mini={<CardPreview {...preview} />} />
        <ArmorStep {...form} onChange={(armor) => change({ armor })} mini={<CardPreview {...preview} />} />
        <GenerateBar form={preview} hasPhoto={Boolean(photo.photo)} quota={config.data?.generations ?? null} />
      </div>
    </form>
  )
}

function playerStepState(hasPhoto: boolean, { nickname, number }: { nickname: string; number: string }) {
  if (nickname || number) return 'done'
  return hasPhoto ? 'now' : 'todo'
}
