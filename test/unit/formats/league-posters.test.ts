import { describe, expect, it } from 'vitest'
import { LEAGUE_SEATS } from '#shared/domain/league.ts'
import { layOutPoster, POSTER_FRAMES, toRows } from '#worker/render/formats/league/poster-layout.ts'

const COUNTS = Array.from({ length: LEAGUE_SEATS }, (_, i) => i + 1)
const FRAMES = Object.entries(POSTER_FRAMES)

type Rectangle = { left: number; top: number; width: number; height: number }

const overlap = (one: Rectangle, other: Rectangle): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height

/** The layouts of all posters for every number of cards. */
const LAYOUTS = FRAMES.flatMap(([name, frame]) =>
  COUNTS.map((count) => ({ name: `${name} of ${count}`, frame, count, layout: layOutPoster(frame, count) })),
)

/** Returns the names of the layouts for which `isWrong`. */
const offenders = (isWrong: (one: (typeof LAYOUTS)[number]) => boolean) =>
  LAYOUTS.filter(isWrong).map(({ name }) => name)

describe('the layout of a poster', () => {
  it('places every card inside the insets, five wide and seven high', () => {
    const wrong = offenders(({ frame: { width, height, inset }, count, layout: { cards } }) => {
      const isInside = ({ left, top, ...card }: Rectangle) =>
        left >= inset.x - 0.01 &&
        left + card.width <= width - inset.x + 0.01 &&
        top >= inset.top - 0.01 &&
        top + card.height <= height - inset.bottom + 0.01
      const isCard = (card: Rectangle) => Math.abs(card.height / card.width - 1.4) < 1e-9
      return cards.length !== count || !cards.every((card) => isInside(card) && isCard(card))
    })
    expect(wrong).toEqual([])
  })

  it('keeps cards, crest, text and footer apart', () => {
    const wrong = offenders(({ layout: { cards, crest, words, foot } }) => {
      const line = { left: foot.left, top: foot.top, width: foot.size * 10, height: foot.size }
      const all = [...cards, crest, words, line]
      return all.some((one, i) => all.slice(i + 1).some((other) => overlap(one, other)))
    })
    expect(wrong).toEqual([])
  })

  it('uses the space: 2 cards are large, and 16 still take a third of the content', () => {
    const wrong = offenders(({ frame: { width, height, inset }, count, layout: { cards } }) => {
      const content = (width - 2 * inset.x) * (height - inset.top - inset.bottom)
      return count > 1 && (count * cards[0]!.width * cards[0]!.height) / content < 0.33
    })
    expect(wrong).toEqual([])
  })

  it('splits cards into rows that differ by one, with longer rows in the middle or below', () => {
    expect([toRows(7, 2), toRows(7, 3), toRows(16, 3), toRows(12, 3), toRows(5, 4), toRows(1, 1)]).toEqual([
      [3, 4],
      [2, 3, 2],
      [5, 6, 5],
      [4, 4, 4],
      [1, 1, 2, 1],
      [1],
    ])
  })
})
