import { expect, test } from 'vitest'
import { toCapitals } from '#shared/design/letters/capitals.ts'
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
])('capitalizes %s by the rules of its language: %s', (name, capitals) => {
  expect(toCapitals(name)).toBe(capitals)
  expect(drawable(name)).toBe(capitals)
})
