import { type KeyboardEvent, type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import { clampView, type CropView, dragged, FRAME, OVAL, type PhotoSize, viewMatrix } from '#web/lib/photo-crop.ts'

/** A little of what the frame leaves out shows around it. */
const AROUND = 56
const BOX = { width: FRAME.width + 2 * AROUND, height: FRAME.height + 2 * AROUND }
/** Everything but the frame, however wide the sheet is. */
const OUTSIDE = `M-3000 -3000H3000V3000H-3000zM0 0v${FRAME.height}h${FRAME.width}v${-FRAME.height}z`
const STEP = 10
const KEY_ZOOM = 1.08

type CropFrameProps = { photo: PhotoSize; url: string; view: CropView; onChange: (view: CropView) => void }

/** The photo behind a card's frame: dragged, pinched, wheeled, or moved with the keys. */
export function CropFrame({ photo, url, view, onChange }: CropFrameProps) {
  const frame = useRef<SVGSVGElement>(null)
  // Two fingers move before anything is drawn anew: each goes on from where the other has left the photo.
  const latest = useRef(view)
  useEffect(() => {
    latest.current = view
  })
  function change(next: CropView) {
    latest.current = clampView(photo, next)
    onChange(latest.current)
  }
  const drag = (dx: number, dy: number) => change(dragged(photo, latest.current, dx, dy))
  const spread = (ratio: number) => change({ ...latest.current, zoom: latest.current.zoom * ratio })
  const fingers = useFingers(frame, { drag, spread })
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
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- an application is moved by its own keys
    <svg
      ref={frame}
      className="crop"
      viewBox={`${-AROUND} ${-AROUND} ${BOX.width} ${BOX.height}`}
      role="application"
      aria-roledescription="photo in a frame"
      aria-label="Your photo. Arrow keys move it, plus and minus change its size."
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- an application takes the focus to hear them
      tabIndex={0}
      onKeyDown={takeKey}
      {...fingers}
    >
      <image
        href={url}
        width={photo.widthPx}
        height={photo.heightPx}
        transform={`matrix(${viewMatrix(photo, view).join(' ')})`}
      />
      <path className="crop-out" d={OUTSIDE} fillRule="evenodd" />
      <rect className="crop-edge" width={FRAME.width} height={FRAME.height} />
      <ellipse className="crop-oval" cx={OVAL.x} cy={OVAL.y} rx={OVAL.radiusX} ry={OVAL.radiusY} />
    </svg>
  )
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
type Moves = { drag: (dx: number, dy: number) => void; spread: (ratio: number) => void }

/** One finger drags, two spread. Lengths are in units of the frame. */
function useFingers(frame: RefObject<SVGSVGElement | null>, { drag, spread }: Moves) {
  const down = useRef(new Map<number, Touch>())
  const unitsPerPx = () => BOX.width / Math.max(1, frame.current?.getBoundingClientRect().width ?? 1)
  const lift = ({ pointerId }: PointerEvent) => void down.current.delete(pointerId)

  return {
    onPointerDown({ pointerId, clientX, clientY, currentTarget }: PointerEvent<SVGSVGElement>) {
      currentTarget.setPointerCapture(pointerId)
      down.current.set(pointerId, { x: clientX, y: clientY })
    },
    onPointerMove({ pointerId, clientX, clientY }: PointerEvent) {
      const before = down.current.get(pointerId)
      if (!before) return
      const now = { x: clientX, y: clientY }
      const other = [...down.current].find(([id]) => id !== pointerId)?.[1]
      down.current.set(pointerId, now)
      const units = unitsPerPx()
      if (other) spread(distance(now, other) / Math.max(1, distance(before, other)))
      else drag((now.x - before.x) * units, (now.y - before.y) * units)
    },
    onPointerUp: lift,
    onPointerCancel: lift,
  }
}

const distance = (one: Touch, other: Touch) => Math.hypot(one.x - other.x, one.y - other.y)

/** Not through React: only a listener that is not passive may keep the sheet from scrolling. */
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
