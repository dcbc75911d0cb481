import { type ReactNode, useId } from 'react'
import { headPlaceOf } from '#shared/design/head-places.ts'
import { NEUTRAL } from '#shared/design/pair.ts'
import type { Armor } from '#shared/domain/armor.ts'
import type { Team } from '#shared/domain/team.ts'
import { type CropView, OVAL, type PhotoSize, viewMatrix } from '#web/photo/photo-crop.ts'
import cardPreviewStyles from './card-preview.module.css'

/** A photo on this device, and how it lies in the frame it is fitted to. */
export type FittedPhoto = PhotoSize & { url: string; view: CropView }

/** The frame's units in one unit of head space: the oval is a face that is 100 wide. */
const FRAME_UNITS = OVAL.radiusX / 50
/** The drawn face in head space, a little smaller than its outline, so that its light stays. */
const FACE = { x: 0, y: -5, radiusX: 43, radiusY: 69 } as const

/** The visitor's own face on the preview's figure, under the piece it wears. Nothing of it leaves the device. */
export default function PreviewFace({
  photo,
  team,
  armor,
}: {
  photo: FittedPhoto
  team: Team | null
  armor: Armor
}): ReactNode {
  const id = useId()
  const [unit, centreY] = headPlaceOf(armor.id)
  return (
    <>
      <svg className={cardPreviewStyles['bust']} viewBox="0 0 500 600" preserveAspectRatio="xMidYMin slice">
        <radialGradient id={`${id}-edge`}>
          <stop offset="0.9" stopColor="#fff" />
          <stop offset="1" stopColor="#000" />
        </radialGradient>
        <mask id={`${id}-face`} maskUnits="userSpaceOnUse" x="-60" y="-90" width="120" height="170">
          <ellipse cx={FACE.x} cy={FACE.y} rx={FACE.radiusX} ry={FACE.radiusY} fill={`url(#${id}-edge)`} />
        </mask>
        <g transform={`translate(250 ${centreY}) scale(${unit})`} mask={`url(#${id}-face)`}>
          <g transform={`scale(${1 / (FRAME_UNITS * photo.view.large)}) translate(${-OVAL.x} ${-OVAL.y})`}>
            <image
              href={photo.url}
              width={photo.widthPx}
              height={photo.heightPx}
              transform={`matrix(${viewMatrix(photo, photo.view).join(' ')})`}
            />
          </g>
        </g>
      </svg>
      <img
        className={cardPreviewStyles['bust']}
        src={`/art/front/${(team ?? NEUTRAL).id}/${armor.id}.svg`}
        alt=""
        width="500"
        height="600"
      />
    </>
  )
}
