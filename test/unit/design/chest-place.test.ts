import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { getChestTop } from '#shared/design/head-places.ts'

const STYLES = fileURLToPath(new URL('../../../web/src/card/card-preview.module.css', import.meta.url).href)

it('matches the chest position in the styles for a player without gear', () => {
  const styles = readFileSync(STYLES, 'utf8')
  expect(/var\(--chest, (?<top>[\d.]+cqw)\)/u.exec(styles)?.groups?.['top']).toBe(getChestTop('none'))
})
