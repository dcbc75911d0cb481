import type { ClientConfig } from '#shared/contracts/config.ts'
import { LABELS, PHOTO_WORDS } from '#shared/domain/messages.ts'
import { CardPreview } from '#web/card/card-preview.tsx'
import { classes } from '#web/ui/classes.ts'
import { useOnline } from '#web/lib/online.ts'
import { buttonLook } from '#web/ui/button.ts'
import { HashRule } from '#web/ui/hash-rule.tsx'
import textStyles from '#web/ui/text.module.css'
import { FileButton } from '#web/ui/file-button.tsx'
import type { PhotoControl } from '../use-card-generator.ts'
import type { PlayerForm } from '../use-player-form.ts'
import styles from './generate-bar.module.css'

type GenerateBarProps = {
  form: PlayerForm
  photo: PhotoControl
  /** True if Generate was pressed and the card starts once the face is found. */
  isWaiting: boolean
  onFile: (file: File) => void
  quota: ClientConfig['generations'] | null
}

/**
 * The sticky bar with the next action: adding a photo, then Generate. While something is missing, Generate stays
 * pressable and the bar says why nothing happens.
 */
export function GenerateBar({ form, photo, isWaiting, onFile, quota }: GenerateBarProps) {
  const isOnline = useOnline()
  const block = findBlocker({ hasPhoto: photo.photo !== null || photo.isPreparing, quota, isOnline })
  const isStarting = isWaiting && block === null
  const [first, second] = block ?? (isStarting ? FINDING_FACE : readyLine(form))
  const isPhotoNext = block === PHOTO_MISSING
  const words = (
    <>
      <b>{first}</b> {second}
    </>
  )
  return (
    <div className={styles['bar']} data-edge="bar" data-scripted>
      <HashRule />
      <div className={isPhotoNext ? classes(styles['inside'], styles['begin']) : styles['inside']}>
        {isPhotoNext ? (
          <FileButton isPrimary label={LABELS.addPhoto} onFile={onFile} />
        ) : (
          <div aria-hidden="true">
            <CardPreview {...form} photo={photo.view} />
          </div>
        )}
        <p className={isPhotoNext ? textStyles['unseen'] : styles['why']} id="generate-why">
          {/* Screen readers announce only what changes in an element that was there before. */}
          <output>{isStarting ? words : null}</output>
          {isStarting ? null : words}
        </p>
        <button
          type="submit"
          className={block ? buttonLook('primary', 'off') : buttonLook('primary')}
          aria-disabled={block !== null}
          aria-describedby="generate-why"
        >
          Generate
        </button>
      </div>
    </div>
  )
}

type Line = [first: string, second: string]
const PHOTO_MISSING: Line = ['Add a photo first.', 'Name, colors and headgear can wait.']
const FINDING_FACE: Line = [PHOTO_WORDS.findingFace, 'Your card starts right after.']

type Facts = { hasPhoto: boolean; quota: GenerateBarProps['quota']; isOnline: boolean }

/** Returns why nothing can be drawn now, or null. A missing photo comes last. */
function findBlocker({ hasPhoto, quota, isOnline }: Facts): Line | null {
  if (!isOnline) return ["You're offline", "We'll be ready when you're back online"]
  if (quota?.left === 0) return ["You've used today's cards", `More at ${timeOfDay(quota.resetsAt)}`]
  return hasPhoto ? null : PHOTO_MISSING
}

function readyLine({ nickname, number, team }: PlayerForm): Line {
  return [nickname, (number ? `No. ${number}, ` : '') + (team?.description ?? 'Random team')]
}

const timeOfDay = (iso: string): string =>
  new Date(iso).toLocaleTimeString('en', { hour: 'numeric', minute: '2-digit' })
