import { type Hex, mix, rgbOf } from '#shared/design/color.ts'
import { STAGE } from './card-layout.ts'

const WIDTH = STAGE.right - STAGE.left
const HEIGHT = STAGE.bottom - STAGE.top

/** Light from behind the head, falling off in an ellipse. */
const LIGHT = { x: WIDTH * 0.5, y: HEIGHT * 0.34, radiusX: WIDTH * 0.7, radiusY: HEIGHT * 0.52 } as const
const RAYS = { x: WIDTH * 0.5, y: 494, firstDegrees: 4, stepDegrees: 22.5, widthDegrees: 7.5, reach: 1440 } as const
const DOT = { step: 12, radius: 6.4, least: 0.8, opacity: 0.25 } as const

/** Steps of a gradient, finer than an eye can tell. */
const STEPS = 1024

/**
 * The team's ground behind a player: light, rays, and a halftone that thins out behind the face. Painted pixel by
 * pixel, which takes a third of the time of the same thing as layers of gradients and masks.
 *
 * @param ground the first color of the team @param ray the second
 * @returns opaque RGBA of the size of the stage.
 */
export function paintGround(ground: Hex, ray: Hex): { width: number; height: number; data: Uint8Array } {
  const data = new Uint8Array(WIDTH * HEIGHT * 4)
  const light = lightRamp(ground)
  const [rayRed, rayGreen, rayBlue] = rgbOf(ray)
  const fade = Float32Array.from({ length: STEPS + 1 }, (_, i) => rayOpacity(i / STEPS))

  for (let y = 0, at = 0; y < HEIGHT; y++) {
    const lightY = ((y - LIGHT.y) / LIGHT.radiusY) ** 2
    for (let x = 0; x < WIDTH; x++, at += 4) {
      const lightX = (x - LIGHT.x) / LIGHT.radiusX
      const tone = 3 * Math.min(STEPS, Math.round(STEPS * Math.sqrt(lightX * lightX + lightY)))
      const share = rayShare(x - RAYS.x, y - RAYS.y, fade)
      data[at] = light[tone]! + (rayRed - light[tone]!) * share + 0.5
      data[at + 1] = light[tone + 1]! + (rayGreen - light[tone + 1]!) * share + 0.5
      data[at + 2] = light[tone + 2]! + (rayBlue - light[tone + 2]!) * share + 0.5
      data[at + 3] = 255
    }
  }
  printDots(data)
  return { width: WIDTH, height: HEIGHT, data }
}

/** Three channels for each step from the middle of the light outwards. */
function lightRamp(color: Hex): Float32Array {
  const bright = mix('#ffffff', color, 0.68)
  const dark = mix('#000000', color, 0.42)
  const ramp = new Float32Array(3 * (STEPS + 1))
  for (let i = 0; i <= STEPS; i++) {
    const t = i / STEPS
    const [from, to, share] = t < 0.46 ? [bright, color, t / 0.46] : [color, dark, (t - 0.46) / 0.54]
    const target = rgbOf(to)
    ramp.set(
      rgbOf(from).map((channel, c) => channel + (target[c]! - channel) * share),
      3 * i,
    )
  }
  return ramp
}

/** How strong a ray is at a distance of 0 to 1 from its source: nothing near the head. */
function rayOpacity(distance: number): number {
  if (distance < 0.08) return 0
  if (distance < 0.26) return ((distance - 0.08) / 0.18) * 0.22
  return Math.min(0.48, 0.22 + ((distance - 0.26) / 0.34) * 0.26)
}

const DEGREES = 180 / Math.PI

/** Share of the ray's color at a point, with a soft edge of one pixel. */
function rayShare(dx: number, dy: number, fade: Float32Array): number {
  const distance = Math.sqrt(dx * dx + dy * dy)
  const strength = fade[Math.min(STEPS, Math.round((STEPS * distance) / RAYS.reach))]!
  if (strength === 0) return 0
  const turn = (Math.atan2(dx, -dy) * DEGREES - RAYS.firstDegrees + 720) % RAYS.stepDegrees
  const fromMiddle = Math.abs(turn - RAYS.widthDegrees / 2)
  const outside = Math.min(fromMiddle, RAYS.stepDegrees - fromMiddle) - RAYS.widthDegrees / 2
  const coverage = 0.5 - (outside / DEGREES) * distance
  return coverage <= 0 ? 0 : strength * Math.min(1, coverage)
}

function printDots(data: Uint8Array): void {
  for (let row = 0; row * DOT.step < HEIGHT; row++) {
    const radius = DOT.radius * Math.sqrt(density((row * DOT.step) / HEIGHT))
    if (radius < DOT.least) continue
    for (let x = (row % 2) * DOT.step; x < WIDTH + DOT.step; x += 2 * DOT.step) {
      printDot(data, x, row * DOT.step, radius)
    }
  }
}

/** How dense the halftone is. @param height 0 at the top of the stage, 1 at its foot */
const density = (height: number): number =>
  height < 0.37 ? Math.max(0, 1 - height / 0.34) : Math.min(1, Math.max(0, (height - 0.4) / 0.52))

function printDot(data: Uint8Array, cx: number, cy: number, radius: number): void {
  const reach = Math.ceil(radius + 0.5)
  for (let y = Math.max(0, cy - reach); y <= Math.min(HEIGHT - 1, cy + reach); y++) {
    for (let x = Math.max(0, cx - reach); x <= Math.min(WIDTH - 1, cx + reach); x++) {
      const coverage = radius + 0.5 - Math.sqrt((x - cx) ** 2 + (y - cy) ** 2)
      if (coverage <= 0) continue
      const kept = 1 - DOT.opacity * Math.min(1, coverage)
      const at = 4 * (y * WIDTH + x)
      for (let c = 0; c < 3; c++) data[at + c] = data[at + c]! * kept + 0.5
    }
  }
}
