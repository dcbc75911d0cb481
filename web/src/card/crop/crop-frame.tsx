import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import type { FaceOval } from '#shared/domain/face-oval.ts'
import { classes } from '#web/ui/classes.ts'
import {
  clampView,
  type CropView,
  dragView,
  faceAt,
  FRAME,
  OVAL,
  toEllipse,
  viewMatrix,
} from '#web/photo/photo-crop.ts'
import type { WholePhoto } from './crop-types.ts'
import styles from './crop-frame.module.css'

/** Margin around the frame that shows the photo outside it. */
const AROUND = 36
const BOX = { width: FRAME.width + 2 * AROUND, height: FRAME.height + 2 * AROUND }
/** Everything but the frame, for any width of the sheet. */
const OUTSIDE = `M-3000 -3000H3000V3000H-3000zM0 0v${FRAME.height}h${FRAME.width}v${-FRAME.height}z`
const STEP = 10
const KEY_ZOOM = 1.08

/** A finger that moves less than this, in frame units, is a tap. */
const TAP = 12

type CropFrameProps = {
  className?: string | undefined
  photo: WholePhoto
  view: CropView
  faces: readonly FaceOval[]
  picked: number | null
  onChange: (view: CropView) => void
  onPick: (i: number) => void
}

/** The photo behind a card's frame. It responds to drag, pinch, wheel and keys, and faces can be tapped. */
export function CropFrame({ className, photo, view, faces, picked, onChange, onPick }: CropFrameProps) {
  const frame = useRef<SVGSVGElement>(null)
  // Both fingers may move before the next render, so each starts from the latest view.
  const latest = useRef(view)
  useEffect(() => {
    latest.current = view
  })
  function change(next: CropView) {
    latest.current = clampView(photo, next)
    onChange(latest.current)
  }
  const drag = (dx: number, dy: number) => change(dragView(photo, latest.current, dx, dy))
  const spread = (ratio: number) => change({ ...latest.current, zoom: latest.current.zoom * ratio })
  function tap(x: number, y: number) {
    const face = faceAt(photo, latest.current, faces, x, y)
    if (face >= 0 && face !== picked) onPick(face)
  }
  const fingers = useFingers(frame, { drag, spread, tap })
  useWheel(frame, spread)

  function takeKey(event: KeyboardEvent) {
    const step = event.shiftKey ? 5 * STEP : STEP
    const next = movedByKey(event.key, step)
    if (next === null) return
    event.preventDefault()
    if (next.zoom) spread(next.zoom)
    else drag(next.dx ?? 0, next.dy ?? 0)
  }

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- role=application handles its own keys
    <svg
      ref={frame}
      className={classes(styles['frame'], className)}
      viewBox={`${-AROUND} ${-AROUND} ${BOX.width} ${BOX.height}`}
      role="application"
      aria-roledescription="photo in a frame"
      aria-label="Your photo. Arrow keys move it, plus and minus change its size."
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- role=application needs focus to receive keys
      tabIndex={0}
      onKeyDown={takeKey}
      {...fingers}
    >
      <g transform={`matrix(${viewMatrix(photo, view).join(' ')})`}>
        <image href={photo.url} width={photo.widthPx} height={photo.heightPx} />
        {faces.map((face, i) =>
          i === picked ? null : <OtherFace key={`${face.cx} ${face.cy}`} photo={photo} face={face} />,
        )}
      </g>
      <path className={styles['outside']} d={OUTSIDE} fillRule="evenodd" />
      <rect className={styles['edge']} width={FRAME.width} height={FRAME.height} />
      <ellipse
        className={styles['oval']}
        cx={OVAL.x}
        cy={OVAL.y}
        rx={OVAL.radiusX * view.large}
        ry={OVAL.radiusY * view.large}
      />
    </svg>
  )
}

/** Purely visual: the buttons above offer the same choice. */
function OtherFace({ photo, face }: { photo: WholePhoto; face: FaceOval }) {
  const { cx, cy, radiusX, radiusY } = toEllipse(photo, face)
  const turn = `rotate(${(face.roll * 180) / Math.PI} ${cx} ${cy})`
  return <ellipse className={styles['face']} cx={cx} cy={cy} rx={radiusX} ry={radiusY} transform={turn} />
}

function movedByKey(key: string, step: number): { dx?: number; dy?: number; zoom?: number } | null {
  if (key === 'ArrowLeft') return { dx: -step }
  if (key === 'ArrowRight') return { dx: step }
  if (key === 'ArrowUp') return { dy: -step }
  if (key === 'ArrowDown') return { dy: step }
  if (key === '+' || key === '=') return { zoom: KEY_ZOOM }
  if (key === '-') return { zoom: 1 / KEY_ZOOM }
  return null
}

type Touch = { x: number; y: number }
type Moves = {
  drag: (dx: number, dy: number) => void
  spread: (ratio: number) => void
  /** Called with a point of the frame. */
  tap: (x: number, y: number) => void
}

/** One finger drags or taps, and two pinch. Lengths are in frame units. */
function useFingers(frame: RefObject<SVGSVGElement | null>, { drag, spread, tap }: Moves) {
  const down = useRef(new Map<number, Touch>())
  const way = useRef(0)
  const unitsPerPx = () => unitsIn(frame.current).perPx
  const lift = ({ pointerId }: PointerEvent) => void down.current.delete(pointerId)

  return {
    onPointerDown({ pointerId, clientX, clientY, currentTarget }: PointerEvent<SVGSVGElement>) {
      currentTarget.setPointerCapture(pointerId)
      // Two fingers never tap.
      way.current = down.current.size === 0 ? 0 : TAP
      down.current.set(pointerId, { x: clientX, y: clientY })
    },
    onPointerMove({ pointerId, clientX, clientY }: PointerEvent) {
      const before = down.current.get(pointerId)
      if (!before) return
      const now = { x: clientX, y: clientY }
      const other = [...down.current].find(([id]) => id !== pointerId)?.[1]
      down.current.set(pointerId, now)
      const units = unitsPerPx()
      way.current += distance(now, before) * units
      if (other) spread(distance(now, other) / Math.max(1, distance(before, other)))
      else drag((now.x - before.x) * units, (now.y - before.y) * units)
    },
    onPointerUp(event: PointerEvent) {
      if (down.current.has(event.pointerId) && way.current < TAP) {
        const { left, top, perPx } = unitsIn(frame.current)
        tap(left + event.clientX * perPx, top + event.clientY * perPx)
      }
      lift(event)
    },
    onPointerCancel: lift,
  }
}

/** Mapping of the window's pixels to the frame's units: its corner, and the units per pixel. */
function unitsIn(frame: SVGSVGElement | null): { left: number; top: number; perPx: number } {
  const { left, top, width, height } = frame?.getBoundingClientRect() ?? new DOMRect(0, 0, 1, 1)
  const perPx = Math.max(BOX.width / Math.max(1, width), BOX.height / Math.max(1, height))
  return {
    left: FRAME.width / 2 - (left + width / 2) * perPx,
    top: FRAME.height / 2 - (top + height / 2) * perPx,
    perPx,
  }
}

const distance = (one: Touch, other: Touch) => Math.hypot(one.x - other.x, one.y - other.y)

/** Bypasses React, because only a non-passive listener can prevent scrolling. */
function useWheel(frame: RefObject<SVGSVGElement | null>, spread: (ratio: number) => void) {
  const latest = useRef(spread)
  useEffect(() => {
    latest.current = spread
  })
  useEffect(() => {
    const element = frame.current
    function turn(event: WheelEvent) {
      event.preventDefault()
      latest.current(Math.exp(-event.deltaY / 500))
    }
    element?.addEventListener('wheel', turn, { passive: false })
    return () => element?.removeEventListener('wheel', turn)
  }, [frame])
}
