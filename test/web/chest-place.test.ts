import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { getChestTop } from '#web/card/chest-place.ts'

const STYLES = fileURLToPath(new URL('../../web/src/card/card-preview.module.css', import.meta.url).href)

it('agrees with the place that the styles give a player without gear', () => {
  expect(/var\(--chest, (?<top>[\d.]+cqw)\)/u.exec(readFileSync(STYLES, 'utf8'))?.groups?.['top']).toBe(
    getChestTop('none'),
  )
})
