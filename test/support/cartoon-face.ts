import type { FaceOval } from '#shared/domain/face-oval.ts'

type Color = readonly [red: number, green: number, blue: number]
type Ellipse = { x: number; y: number; rx: number; ry: number; color: Color }

const SIDE = 160
const WALL: Color = [120, 140, 160]
/** Hair, skin, brows, eyes with irises, nose and mouth, in painting order. */
const PARTS: readonly Ellipse[] = [
  { x: 80, y: 76, rx: 42, ry: 54, color: [60, 40, 30] },
  { x: 80, y: 84, rx: 36, ry: 46, color: [224, 172, 140] },
  ...[64, 96].flatMap((x) => [
    { x, y: 64, rx: 9, ry: 3, color: [70, 45, 35] as const },
    { x, y: 74, rx: 8, ry: 4, color: [245, 240, 235] as const },
    { x, y: 74, rx: 4, ry: 4, color: [40, 25, 20] as const },
  ]),
  { x: 80, y: 94, rx: 6, ry: 4, color: [190, 135, 110] },
  { x: 80, y: 110, rx: 14, ry: 4, color: [170, 80, 80] },
]

/** Paints a face without a decoder, so the pixels are the same in every runtime. */
export function paintCartoonFace() {
  const data = new Uint8ClampedArray(SIDE * SIDE * 4)
  for (let i = 0; i < SIDE * SIDE; i++) {
    const [x, y] = [i % SIDE, Math.floor(i / SIDE)]
    const part = PARTS.findLast((one) => ((x - one.x) / one.rx) ** 2 + ((y - one.y) / one.ry) ** 2 < 1)
    data.set([...(part?.color ?? WALL), 255], 4 * i)
  }
  return { data, width: SIDE, height: SIDE }
}

/** The oval that the detector finds in {@link paintCartoonFace}, in Node, workerd and Chromium alike. */
export const CARTOON_OVAL: FaceOval = { cx: 0.501434167, cy: 0.490180902, s: 0.491557665, roll: -0.011882583 }

/** Rounds an oval to nine digits, because runtimes differ in the last bit of a sine. */
export const roundedOval = ({ cx, cy, s, roll }: FaceOval): FaceOval => ({
  cx: rounded(cx),
  cy: rounded(cy),
  s: rounded(s),
  roll: rounded(roll),
})

const rounded = (value: number): number => Number(value.toFixed(9))
