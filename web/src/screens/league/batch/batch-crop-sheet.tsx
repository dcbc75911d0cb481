import { useState } from 'react'
import CropSheet, { type CropSheetProps } from '#web/card/crop/crop-sheet.tsx'
import type { BatchPhoto } from './batch-rows.ts'

type BatchCropSheetProps = Pick<CropSheetProps, 'open' | 'onClose' | 'onUse' | 'onSkip'> & {
  photo: BatchPhoto
  url: string
}

const FITTING = { why: 'again', question: null, times: 1 } as const
const ignore = () => {}

/** The generator's crop sheet, for a photo of someone else. */
export default function BatchCropSheet({ open, onClose, photo, url, onUse, onSkip }: BatchCropSheetProps) {
  // Keeps showing the same photo if the row changes while the sheet is open.
  const [whole] = useState(photo)
  return (
    <CropSheet
      open={open}
      photo={{ ...whole, url, isTaken: false }}
      fitting={FITTING}
      error={null}
      isOthers
      onClose={onClose}
      onMove={ignore}
      onUse={(...crop) => {
        onUse(...crop)
        onClose()
      }}
      onSkip={() => {
        onSkip()
        onClose()
      }}
      onRetake={ignore}
      onFile={ignore}
    />
  )
}
