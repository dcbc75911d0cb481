import { CHALK, circle, ellipse, fill, highlight, INK, inked, line } from '#worker/graphics/svg.ts'
import type { Gear } from './gear.ts'
import { getRimColor, modelled } from './modelled.ts'

const YELLOW = '#ffd021'
const AMBER = '#e09a00'
const BODY =
  'M-60 -68C-76 -94 -66 -108 -48 -99C-38 -113 -10 -114 8 -104C28 -118 62 -106 64 -78C66 -54 42 -45 0 -45C-36 -45 -54 -52 -60 -68Z'
const BELLY = 'M-70 -74C-50 -56 30 -50 70 -84V-30H-70Z'
const HEAD = 'M8 -100C-6 -120 4 -153 34 -153C62 -153 72 -128 62 -109C54 -93 24 -88 8 -100Z'
const SCARF = 'M4 -106C18 -95 46 -95 62 -108C66 -104 66 -98 62 -94C44 -84 16 -84 2 -94C0 -98 1 -103 4 -106Z'
const SCARF_END = 'M16 -92C12 -84 10 -76 4 -70L14 -66L22 -72C24 -80 26 -86 28 -90Z'
const UPPER_BILL = 'M56 -134C66 -141 76 -138 84 -130C90 -129 93 -126 90 -122C80 -120 66 -120 57 -122Z'
const LOWER_BILL = 'M57 -122C66 -120 78 -120 86 -121C80 -112 66 -108 56 -113Z'
const WING =
  'M-40 -88C-24 -102 4 -98 12 -84C10 -80 6 -79 2 -80C2 -74 -4 -72 -8 -74C-12 -68 -20 -68 -22 -72C-32 -74 -38 -80 -40 -88Z'
const WING_LINES = 'M-30 -86C-22 -91 -14 -92 -8 -90M-24 -79C-18 -83 -12 -84 -6 -82'
const HEAD_SHINE = 'M12 -128C14 -140 22 -146 32 -148C24 -142 20 -135 19 -126C18 -121 11 -122 12 -128Z'
const BODY_SHINE = 'M-60 -88C-60 -96 -56 -98 -50 -96C-54 -92 -54 -86 -52 -80C-56 -78 -60 -82 -60 -88Z'
export const duck: Gear = {
  id: 'duck',
  fit: { top: 156, base: 45, hides: 'nothing', rests: 'on-top' },
  // The head hides the belly, because the duck sits on its highest point, behind the forehead.
  front: () => '',
  back: (colors) => {
    const rim = getRimColor(colors)
    return (
      modelled(
        'duck-body',
        BODY,
        YELLOW,
        { shadeUnits: 10, shade: 0.16, lit: 0.7, rim },
        fill(BELLY, AMBER, { opacity: 0.75 }),
      ) +
      modelled('duck-head', HEAD, YELLOW, { shadeUnits: 15, shade: 0.18, lit: 0.75, rim }) +
      modelled('duck-scarf-end', SCARF_END, colors.primary, { shadeUnits: 6, lit: 0.3 }) +
      modelled('duck-scarf', SCARF, colors.primary, { shadeUnits: 14, lit: 0.45, rim }) +
      inked(LOWER_BILL, '#d9541e') +
      modelled('duck-bill', UPPER_BILL, '#ff7f1f', { shadeUnits: 4, shade: 0.25, lit: 0.7 }) +
      circle(72, -133, 1.3, INK) +
      ellipse(42, -131, 7, 8.4, INK) +
      circle(39.4, -134.4, 2.9, CHALK) +
      circle(44.6, -127.4, 1.3, CHALK) +
      ellipse(28, -118, 6, 3.6, '#ff9a5c', { opacity: 0.75 }) +
      modelled('duck-wing', WING, '#ffc400', { shadeUnits: 9, shade: 0.2, lit: 0.7 }) +
      line(WING_LINES, AMBER, 2.4) +
      highlight(HEAD_SHINE, 0.85) +
      highlight(BODY_SHINE, 0.75)
    )
  },
}
