import { Clapperboard, Download, Share2 } from 'lucide-react'
import { MOVING_CARD } from '#shared/domain/messages.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import fieldStyles from '#web/ui/field.module.css'
import { iconLook } from '#web/ui/icon.ts'
import textStyles from '#web/ui/text.module.css'
import type { ShareCard } from '../share-card.ts'
import { useMovingCard } from './use-moving-card.ts'

const MEGABYTE = 1_000_000

/**
 * The card as a short video, one of the ways in a sheet: made with the first press, saved or shared with the next,
 * because browsers open share sheets in a press alone. Nothing where the browser encodes no video: there the story
 * stays a picture.
 */
export function MovingWay({ card }: { card: ShareCard }) {
  const { saveFile, share, canShare } = usePlatform()
  const { format, making, make } = useMovingCard(card)
  if (format === null) return null
  const file = making.step === 'ready' ? making.file : null
  const isMaking = making.step === 'making'
  const Icon = file === null ? Clapperboard : Download
  return (
    <>
      <li aria-busy={isMaking}>
        <button type="button" aria-disabled={isMaking} onClick={() => (file === null ? make() : saveFile(file))}>
          <Icon className={iconLook} aria-hidden="true" />
          <b>{file === null ? MOVING_CARD.label : MOVING_CARD.save}</b>
          <span>
            {file !== null
              ? MOVING_CARD.saveHint((file.size / MEGABYTE).toFixed(1))
              : isMaking
                ? MOVING_CARD.making(making.part)
                : MOVING_CARD.hint}
          </span>
        </button>
        <output className={making.step === 'failed' ? fieldStyles['error'] : textStyles['unseen']}>
          {making.step === 'failed' ? MOVING_CARD.failed : file === null ? null : MOVING_CARD.ready}
        </output>
      </li>
      {file !== null && share !== null && canShare({ files: [file] }) ? (
        <li>
          {/* A sheet that the visitor closed is no failure, and the file can still be saved. */}
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
