import { describe, expect, test } from 'vitest'
import { type Face, findMainFace } from '#worker/artist/vision/index.ts'

const PHOTO = { data: new Uint8Array(0), widthPx: 1000, heightPx: 800 }

/** @param size pixels from ear to ear */
function faceAt(x: number, y: number, size: number): Face {
  const pose = { x, y, unitPx: size / 100, roll: 0, yaw: 0, pitch: 0 }
  return { score: 0.9, box: { x, y, width: size, height: size }, points: [], pose, isGuessed: false }
}

/** Number of faces that may be the visitor. */
function countCandidates(...faces: Face[]): number {
  const main = findMainFace(PHOTO, faces)
  return main.kind === 'several' ? main.faces.length : Number(main.kind === 'one')
}

describe('main face selection', () => {
  test('returns no face for none, and the only face for one', () => {
    expect(countCandidates()).toBe(0)
    expect(countCandidates(faceAt(100, 100, 40))).toBe(1)
  })

  test.each<[string, Face, Face, number]>([
    ['a friend at the same distance', faceAt(350, 400, 200), faceAt(650, 400, 200), 2],
    ['a friend a little behind', faceAt(350, 400, 200), faceAt(650, 400, 160), 2],
    ['a child on the arm', faceAt(420, 300, 200), faceAt(620, 420, 150), 2],
    ['a person far behind', faceAt(450, 400, 300), faceAt(800, 300, 150), 1],
    ['a passer-by in the background', faceAt(500, 400, 200), faceAt(900, 200, 40), 1],
    ['a portrait on the wall', faceAt(500, 450, 250), faceAt(850, 120, 160), 1],
  ])('counts the candidate faces next to %s', (_name, one, other, count) => {
    expect(countCandidates(one, other)).toBe(count)
  })

  test('counts only the people in the front row of a group', () => {
    const front = [250, 500, 750].map((x) => faceAt(x, 450, 180))
    const behind = [150, 400, 650, 900].map((x) => faceAt(x, 200, 90))
    expect(countCandidates(front[1]!, front[0]!, front[2]!, ...behind)).toBe(3)
  })
})
