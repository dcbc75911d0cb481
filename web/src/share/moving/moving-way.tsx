import { Clapperboard, Download, Share2 } from 'lucide-react'
import { MOVING_CARD } from '#shared/domain/share-words.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { iconLook } from '#web/ui/icon.ts'
import textStyles from '#web/ui/text.module.css'
import type { ShareCard } from '../share-card.ts'
import { useMovingCard } from './use-moving-card.ts'

const MEGABYTE = 1_000_000

/**
 * The card as a short video. The first press makes it and the next saves or shares it, because share sheets open only
 * during a press. Renders nothing where the browser cannot encode video.
 */
export function MovingWay({ card }: { card: ShareCard }) {
  const { saveFile, share, canShare } = usePlatform()
  const { format, state, make } = useMovingCard(card)
  if (format === null) return null
  const file = state.step === 'ready' ? state.file : null
  const isEncoding = state.step === 'making'
  const Icon = file === null ? Clapperboard : Download
  return (
    <>
      <li aria-busy={isEncoding}>
        <button type="button" aria-disabled={isEncoding} onClick={() => (file === null ? make() : saveFile(file))}>
          <Icon className={iconLook} aria-hidden="true" />
          <b>{file === null ? MOVING_CARD.label : MOVING_CARD.save}</b>
          <span>
            {file !== null
              ? MOVING_CARD.saveHint((file.size / MEGABYTE).toFixed(1))
              : isEncoding
                ? MOVING_CARD.status(state.part)
                : MOVING_CARD.hint}
          </span>
        </button>
        <output className={state.step === 'failed' ? fieldStyles['error'] : textStyles['unseen']}>
          {state.step === 'failed' ? MOVING_CARD.failed : file === null ? null : MOVING_CARD.ready}
        </output>
      </li>
      {file !== null && share !== null && canShare({ files: [file] }) ? (
        <li>
          {/* Ignores a dismissed share sheet. The file can still be saved. */}
          <button type="button" onClick={() => void share({ files: [file] }).catch(ignore)}>
            <Share2 className={iconLook} aria-hidden="true" />
            <b>{MOVING_CARD.share}</b>
            <span>{MOVING_CARD.shareHint}</span>
          </button>
        </li>
      ) : null}
    </>
  )
}

const ignore = () => {}
