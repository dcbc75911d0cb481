import { type ReactNode, useId } from 'react'
import { getHeadPlace } from '#shared/design/head-places.ts'
import { NEUTRAL } from '#shared/design/pair.ts'
import type { Armor } from '#shared/domain/armor.ts'
import type { Team } from '#shared/domain/team.ts'
import { type CropView, OVAL, type PhotoSize, viewMatrix } from '#web/photo/photo-crop.ts'
import cardPreviewStyles from './card-preview.module.css'

/** A photo on this device, and its position in the crop frame. */
export type FittedPhoto = PhotoSize & { url: string; view: CropView }

/** Frame units per unit of head space, in which a face is 100 wide. */
const FRAME_UNITS = OVAL.radiusX / 50
/** The face in head space, slightly smaller than its outline so that the rim light stays visible. */
const FACE = { x: 0, y: -5, radiusX: 43, radiusY: 69 } as const

/** The visitor's face on the preview's figure, under the headgear. It does not leave the device. */
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
  const [unit, centerY] = getHeadPlace(armor.id)
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
        <g transform={`translate(250 ${centerY}) scale(${unit})`} mask={`url(#${id}-face)`}>
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
