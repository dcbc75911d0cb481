import { useQuery } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ARMOR } from '#shared/domain/armor.ts'
import { displayName } from '#shared/domain/card.ts'
import { describeMethod } from '#shared/domain/provenance.ts'
import { CardPreview } from '#web/card/card-preview.tsx'
import { ExampleStage } from '#web/card/example-stage.tsx'
import { Stage } from '#web/card/stage.tsx'
import { configQuery } from '#web/data/config.ts'
import { wantsStillness } from '#web/hooks/motion.ts'
import { classes } from '#web/ui/classes.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import generatorStyles from '#web/screens/generator/generator.module.css'
import { linkLook } from '#web/ui/button.ts'
import noteStyles from '#web/ui/note.module.css'
import type { CameraControl } from '../photo/use-camera-sheet.ts'
import type { FormStep } from '../state/generator-state.ts'
import type { Generator } from '../use-card-generator.ts'
import { describeLeft } from '../cards-left.ts'
import { getNickname, isJerseyNumber, type PlayerForm } from '../use-player-form.ts'
import { ArmorStep } from './armor-step.tsx'
import { GenerateBar } from './generate-bar.tsx'
import { PhotoStep } from './photo-step.tsx'
import { PlayerStep } from './player-step.tsx'
import { TeamStep } from './team-step.tsx'
import { useSetup } from './use-setup.ts'
import styles from './player-form-panel.module.css'

type PlayerFormPanelProps = { step: FormStep; generator: Generator; camera: CameraControl }

/** The form on one page, beside a card preview that changes with every choice. */
export function PlayerFormPanel({ step, generator, camera }: PlayerFormPanelProps) {
  const { change, photo, generate, before } = generator
  const remix = useSetup(generator.form, change)
  const { form } = remix
  const { api } = usePlatform()
  const config = useQuery(configQuery(api))
  const left = describeLeft(config.data?.generations.left)
  const photoStep = useRef<HTMLDivElement>(null)
  const teamStep = useRef<HTMLDivElement>(null)
  const { art, offer, isStartedOver, changes } = step
  // Moves the focus, because the pressed button is gone with the card.
  const isChange = changes !== null
  useEffect(() => {
    if (isChange) {
      teamStep.current?.scrollIntoView?.({ block: 'start' })
      teamStep.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus({ preventScroll: true })
    } else if (isStartedOver) {
      window.scrollTo(0, 0)
      photoStep.current?.querySelector<HTMLElement>('button, input')?.focus()
    }
  }, [isStartedOver, isChange])
  // Scrolls to the preview, which now shows the face.
  const photoUrl = photo.whole?.url
  const [firstUrl] = useState(photoUrl)
  useEffect(() => {
    if (photoUrl !== undefined && photoUrl !== firstUrl)
      window.scrollTo({ top: 0, behavior: wantsStillness() ? 'instant' : 'smooth' })
  }, [photoUrl, firstUrl])
  // An invalid number is not shown on the card.
  const number = isJerseyNumber(form.number) ? form.number.trim() : ''
  const cut = { ...form, nickname: getNickname(form), number }
  const preview = { ...cut, photo: photo.view }

  const isBlank = isUntouched(form) && !photo.whole && !before

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const faulty = event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]')
    if (faulty) faulty.focus()
    else generate()
  }

  return (
    <form className={classes(generatorStyles['page'], generatorStyles['asking'])} onSubmit={submit} noValidate>
      <div className={generatorStyles['head']}>
        <h1 className={styles['hero']} tabIndex={-1}>
          <span>Your face. </span>
          <span>Your colors. </span>
          <span>Your card.</span>
        </h1>
        <p className={styles['facts']}>
          {config.data ? (
            <>
              {describeMethod(config.data.imageService, config.data.backendHost)}
              {left === null ? null : <b>{left}</b>}
            </>
          ) : null}
        </p>
        {remix.name ? (
          <FormNote action="Got it" onAction={remix.forget}>
            Same team and gear as {remix.name}'s card
          </FormNote>
        ) : null}
        {offer ? (
          <FormNote action="Use our built-in artist" onAction={() => generate('embedded')}>
            The AI didn't return a card.
          </FormNote>
        ) : null}
      </div>
      {isBlank && !remix.isAsked ? (
        <ExampleStage className={generatorStyles['stage']} />
      ) : (
        <Stage className={generatorStyles['stage']} team={form.team}>
          <CardPreview {...preview} />
        </Stage>
      )}
      <div className={generatorStyles['body']} data-scripted>
        {before && !art.like ? (
          <FormNote action="Go back to it" onAction={generator.undo}>
            Starting a new card. Your last one is in My cards.
          </FormNote>
        ) : null}
        <div ref={photoStep}>
          <PhotoStep photo={photo} camera={camera} />
        </div>
        <PlayerStep form={form} change={change} state={playerStepState(Boolean(photo.photo), form)} />
        <div ref={teamStep}>
          {before && changes !== null ? (
            <FormNote action="Undo" onAction={generator.undo}>
              {changes.isInHall
                ? `Another version of ${displayName(changes.name)}, same stats. The one in the Hall stays.`
                : `A new version of ${displayName(changes.name)}, same stats. The old card stays in My cards.`}
            </FormNote>
          ) : null}
          <TeamStep team={form.team} onChange={(team) => change({ team })} mini={<CardPreview {...preview} />} />
        </div>
        <ArmorStep {...form} onChange={(armor) => change({ armor })} mini={<CardPreview {...preview} />} />
      </div>
      <GenerateBar
        form={cut}
        photo={photo}
        isWaiting={generator.sheet.name === 'waiting'}
        onFile={(file) => void photo.choose(file)}
        quota={config.data?.generations ?? null}
      />
    </form>
  )
}

const isUntouched = ({ nickname, number, team, armor }: PlayerForm): boolean =>
  nickname === '' && number === '' && team === null && armor.id === ARMOR[0].id

function playerStepState(hasPhoto: boolean, { nickname, number }: { nickname: string; number: string }) {
  if (nickname || number) return 'done'
  return hasPhoto ? 'now' : 'todo'
}

type FormNoteProps = { children: ReactNode; action: string; onAction: () => void }

/** A note above the form about its source, with a way back. */
const FormNote = ({ children, action, onAction }: FormNoteProps) => (
  <p className={classes(noteStyles['note'], styles['note'])} data-scripted>
    <span>{children}</span>
    <button type="button" className={linkLook} onClick={onAction}>
      {action}
    </button>
  </p>
)
