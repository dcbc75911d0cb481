import { describe, expect, test } from 'vitest'
import { type Face, mainFaceOf } from '#worker/artist/vision/index.ts'

const PHOTO = { data: new Uint8Array(0), widthPx: 1000, heightPx: 800 }

/** @param size pixels from ear to ear */
function faceAt(x: number, y: number, size: number): Face {
  const pose = { x, y, unitPx: size / 100, roll: 0, yaw: 0, pitch: 0 }
  return { score: 0.9, box: { x, y, width: size, height: size }, points: [], pose, isGuessed: false }
}

/** How many faces are meant. */
function meant(...faces: Face[]): number {
  const main = mainFaceOf(PHOTO, faces)
  return main.kind === 'several' ? main.faces.length : Number(main.kind === 'one')
}

describe('whose face is meant', () => {
  test('is null where there is none, and clear where there is one', () => {
    expect(meant()).toBe(0)
    expect(meant(faceAt(100, 100, 40))).toBe(1)
  })

  test.each<[string, Face, Face, number]>([
    ['a friend as near as oneself', faceAt(350, 400, 200), faceAt(650, 400, 200), 2],
    ['a friend a little behind', faceAt(350, 400, 200), faceAt(650, 400, 160), 2],
    ['a child on the arm', faceAt(420, 300, 200), faceAt(620, 420, 150), 2],
    ['a person well behind', faceAt(450, 400, 300), faceAt(800, 300, 150), 1],
    ['passers-by in the background', faceAt(500, 400, 200), faceAt(900, 200, 40), 1],
    ['a portrait on the wall', faceAt(500, 450, 250), faceAt(850, 120, 160), 1],
  ])('beside %s', (_name, one, other, count) => {
    expect(meant(one, other)).toBe(count)
  })

  test('of a group is asked for those in front only', () => {
    const front = [250, 500, 750].map((x) => faceAt(x, 450, 180))
    const behind = [150, 400, 650, 900].map((x) => faceAt(x, 200, 90))
    expect(meant(front[1]!, front[0]!, front[2]!, ...behind)).toBe(3)
  })
})
