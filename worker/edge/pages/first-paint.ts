import {
  FIRST_PAINT_BARE_SHELL,
  FIRST_PAINT_PATH,
  FIRST_PAINT_SHELL,
  FirstPaint,
  type FirstPaintName,
  type Template,
} from '#shared/contracts/first-paint.ts'
import { builtFile } from '#worker/http/built-file.ts'

type KnownPaints = Readonly<Partial<Record<FirstPaintName, Template>>>

const SCREEN_ALONE: Template = ['<main data-first id="main" tabindex="-1">', { value: 'screen' }, '</main>']

/** The build's templates; without them a page is its screen alone. */
export const firstPaintOf = builtFile<KnownPaints>(FIRST_PAINT_PATH, FirstPaint, {
  [FIRST_PAINT_SHELL]: SCREEN_ALONE,
  [FIRST_PAINT_BARE_SHELL]: SCREEN_ALONE,
})
