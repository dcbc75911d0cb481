import { fill, group, highlight, inked, inkedCircle, line, round } from '#worker/graphics/svg.ts'
import type { Gear, Wearer } from './gear.ts'
import { GOLD, GOLD_DEEP, GOLD_LIT } from './materials.ts'
import { darker, getRimColor, modelled, sparkPath } from './modelled.ts'

/** Distance of the outer points from the middle. A crown that is widened for thick hair flares less. */
const TIP = { x: 69, least: 54 } as const

/** Scale of the drawing's width. */
export const CROWN_WIDTH = 0.88

/** Loss of the lining's width per unit by which the points flare less. */
const LINING_SHARE = 0.01

const getTip = (wearer: Wearer | undefined): number => round(Math.max(TIP.least, TIP.x / (wearer?.widened ?? 1)))

const frontPath = (tip: number): string =>
  `M-57 -50L${-tip} -110C${15 - tip} -102 -44 -94 -35 -82C-28 -98 -14 -112 0 -126C14 -112 28 -98 35 -82C44 -94 ${tip - 15} -102 ${tip} -110L57 -50C30 -32 -30 -32 -57 -50Z`
const FAR_SIDE = 'M-60 -64L-50 -112L-24 -92L0 -112L24 -92L50 -112L60 -64Z'
const VELVET = 'M-58 -64C-66 -100 -30 -116 0 -104C30 -116 66 -100 58 -64C30 -52 -30 -52 -58 -64Z'
const BAND = 'M-60 -71C-30 -52 30 -52 60 -71L56 -49C30 -29 -30 -29 -56 -49Z'
const ENGRAVING = 'M-50 -77L-56 -98M50 -77L56 -98M-30 -70L-34 -76M30 -70L34 -76M-14 -78L0 -104L14 -78'
const SHINE = 'M-55 -96C-50 -91 -46 -86 -41 -79L-43 -66L-52 -70Z'

const gem = (x: number, y: number, r: number, color: string): string =>
  group(
    { transform: `translate(${x} ${y})` },
    inked(`M0 ${-r}L${r} 0L0 ${r}L${-r} 0Z`, color),
    fill(`M0 ${-r}L${r} 0L0 ${r}Z`, '#000000', { opacity: 0.3 }),
    fill(`M0 ${-r * 0.7}L${-r * 0.7} 0L0 0Z`, '#ffffff', { opacity: 0.7 }),
  )

/** Draws a pearl that stays round. @param share visible width of the half it is on */
const pearl = (x: number, y: number, r: number, share: number): string =>
  group(
    { transform: `translate(${x} ${y}) scale(${round(1 / (CROWN_WIDTH * share))} 1)` },
    inkedCircle(0, 0, r, '#f6efe0'),
    fill(
      `M${-r * 0.6} 0a${r * 0.6} ${r * 0.6} 0 0 1 ${r * 0.6} ${-r * 0.6}v${r * 0.35}a${r * 0.3} ${r * 0.3} 0 0 0 ${-r * 0.3} ${r * 0.3}Z`,
      '#ffffff',
    ),
  )

export const crown: Gear = {
  id: 'crown',
  fit: { top: 142, hides: 'hair', rests: 'on-hair', rim: { half: 57, y: -34, endY: -50, most: 64 } },
  // The far side and the lining stay behind the points of a crown that flares less.
  back: ({ primary }, wearer) =>
    group(
      { transform: `scale(${round(LINING_SHARE * getTip(wearer) + 1 - LINING_SHARE * TIP.x)} 1)` },
      inked(FAR_SIDE, GOLD_DEEP),
      modelled('crown-velvet', VELVET, primary, { shadeUnits: 22, shade: 0.4, lit: 0.3 }),
      line('M-20 -104C-26 -90 -28 -78 -28 -66M20 -104C26 -90 28 -78 28 -66', darker(primary, 0.4), 3),
    ),
  front: (colors, wearer) => {
    const tip = getTip(wearer)
    const { left, right } = wearer?.halves ?? { left: 1, right: 1 }
    return (
      modelled(
        'crown-front',
        frontPath(tip),
        GOLD,
        { shadeUnits: 0, lit: 0.75, rim: getRimColor(colors) },
        fill('M8 -130L35 -82L69 -112L57 -40L20 -30C30 -60 26 -96 8 -130Z', GOLD_DEEP, { opacity: 0.62 }),
        line(ENGRAVING, GOLD_DEEP, 2.2),
        fill(SHINE, GOLD_LIT),
      ) +
      modelled('crown-band', BAND, GOLD, { shadeUnits: 24, shade: 0.3, lit: 0.8, rim: getRimColor(colors) }) +
      pearl(-tip, -113, 7, left) +
      pearl(0, -130, 8, (left + right) / 2) +
      pearl(tip, -113, 7, right) +
      gem(0, -49, 9.5, '#d4263a') +
      gem(-29, -54, 7, '#2f7be0') +
      gem(29, -54, 7, '#2f7be0') +
      highlight('M-53 -63L-45 -59L-44 -48L-51 -52Z', 0.6) +
      fill(sparkPath(-38, -100, 13), '#ffffff') +
      fill(sparkPath(46, -76, 8), '#ffffff')
    )
  },
}
