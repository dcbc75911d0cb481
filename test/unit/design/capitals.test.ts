import { expect, test } from 'vitest'
import { capitalsOf } from '#shared/design/letters/capitals.ts'
import { drawable } from '#shared/design/letters/drawable.ts'

test.each([
  ['Çağrı Demir', 'ÇAĞRI DEMİR'],
  ['Şimşek', 'ŞİMŞEK'],
  ['İlkin', 'İLKİN'],
  ['ışık', 'IŞIK'],
  ['Əli', 'ƏLİ'],
  ['Joe Miller', 'JOE MILLER'],
  ['Jürgen Ilić', 'JÜRGEN ILIĆ'],
  ['Ştefăniţă', 'ŞTEFĂNIŢĂ'],
  ['Şîrîn Kiwi', 'ŞÎRÎN KIWI'],
])('writes %s in the capitals of its language: %s', (name, capitals) => {
  expect(capitalsOf(name)).toBe(capitals)
  expect(drawable(name)).toBe(capitals)
})
