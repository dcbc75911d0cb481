import { useEffect, useRef, useState } from 'react'
import { LABELS } from '#shared/domain/messages.ts'
import { Pack } from '#web/card/pack.tsx'
import { Stage } from '#web/card/stage.tsx'
import { teamAttribute } from '#web/card/team-scope.ts'
import { classes } from '#web/ui/classes.ts'
import { clockTime } from '#web/lib/clock-time.ts'
import { useOnline } from '#web/lib/online.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import generatorStyles from '#web/screens/generator/generator.module.css'
import { buttonLook } from '#web/ui/button.ts'
import textStyles from '#web/ui/text.module.css'
import type { Generator } from '../use-card-generator.ts'
import { getNickname } from '../use-player-form.ts'
import { Drive, DRIVE_STEPS } from './drive.tsx'
import driveStyles from './drive.module.css'

export function GeneratingPanel({ generator }: { generator: Generator }) {
  const { step, generation } = generator
  // The form that was sent has a team, even if the visitor chose none.
  const form = ('order' in step && step.order?.form) || generator.form
  const { number, team } = form
  const nickname = getNickname(form)
  const isOnline = useOnline()
  const heading = useRef<HTMLHeadingElement>(null)
  const reached = DRIVE_STEPS.findIndex(({ state }) => state === generation?.state)
  useEffect(() => {
    window.scrollTo(0, 0)
    heading.current?.focus({ preventScroll: true })
  }, [])

  return (
    <div className={generatorStyles['page']} {...teamAttribute(team)}>
      <div className={generatorStyles['head']}>
        <h1 className={classes(textStyles['title'], generatorStyles['word'])} tabIndex={-1} ref={heading}>
          Drawing your card
        </h1>
        {team ? (
          <p className={textStyles['mute']}>
            {nickname}, {team.name}
          </p>
        ) : null}
      </div>
      <Stage className={classes(generatorStyles['stage'], generatorStyles['big'])} team={team}>
        <Pack className={generatorStyles['pack']} nickname={nickname} number={number} />
      </Stage>
      <div className={driveStyles['busy']}>
        <div className={driveStyles['clock']}>
          <Elapsed since={'startedAt' in step ? step.startedAt : null} />
          <output className={textStyles['mute']}>{isOnline ? getStatus(generator) : NO_CONNECTION}</output>
        </div>
        <Drive reached={reached} />
        <p className={textStyles['mute']}>
          {generation
            ? 'You can leave. Your card will be here when you get back.'
            : 'Hang on while your photo uploads.'}
        </p>
        <div>
          <button type="button" className={buttonLook()} onClick={generator.cancel}>
            {LABELS.cancel}
          </button>
        </div>
      </div>
    </div>
  )
}

const NO_CONNECTION = 'No connection. Still trying.'

function getStatus({ step, generation }: Generator): string {
  if ('isUnreachable' in step && step.isUnreachable) return NO_CONNECTION
  if (step.name === 'arriving') return 'Checking your upload'
  if (!generation) return 'Uploading your photo'
  const { attempt, attempts, state } = generation
  if (attempt > 1) return `Try ${attempt} of ${attempts}`
  return DRIVE_STEPS.find((step) => step.state === state)?.label ?? ''
}

function Elapsed({ since }: { since: number | null }) {
  const { now } = usePlatform()
  const [time, setTime] = useState(now)
  useEffect(() => {
    const timer = setInterval(() => setTime(now()), 1000)
    return () => clearInterval(timer)
  }, [now])
  return (
    <b role="timer" aria-label="Time so far">
      {clockTime(since === null ? 0 : time - since)}
    </b>
  )
}
