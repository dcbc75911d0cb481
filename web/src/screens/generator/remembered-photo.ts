import { useEffect } from 'react'
import type { Memory } from '#web/lib/platform.tsx'
import type { GenerationOrder, GeneratorState, Photo, PhotoSheet } from './state/generator-state.ts'
import type { RememberedPhoto } from './state/restore-generator.ts'

const CHOSEN_KEY = 'photo-chosen'

type TabPhoto = Pick<RememberedPhoto, 'photo' | 'photoUrls' | 'sentOrders' | 'preparing' | 'order'>
const NO_PHOTO: TabPhoto = { photo: null, photoUrls: {}, sentOrders: {}, preparing: null, order: null }

/** This tab's photo. It outlives the screen, which unmounts when the visitor opens another page. */
let remembered = NO_PHOTO

/** Replaces this tab's photo and frees the previous one. */
export function keepPhoto(next: Partial<TabPhoto>) {
  const urls = listUrls(next.photo ?? null)
  for (const url of listUrls(remembered.photo)) if (!urls.includes(url)) URL.revokeObjectURL(url)
  remembered = { ...NO_PHOTO, ...next }
}

const listUrls = (photo: Photo | null): string[] => (photo ? [photo.whole.url, photo.chosen.previewUrl] : [])

export const recallPhoto = (memory: Memory): RememberedPhoto => ({ ...remembered, wasChosen: wasPhotoChosen(memory) })

/** True if this tab had a photo before a reload. The photo itself does not survive. */
export const wasPhotoChosen = (memory: Memory): boolean => memory.get(CHOSEN_KEY) !== null

/** Keeps the photo for this tab, and stores that there was one in case of a reload. */
export function useRememberedPhoto(memory: Memory, { photo, photoUrls, sentOrders, preparing, sheet }: GeneratorState) {
  const order = getWaitingOrder(sheet)
  // Cleared without a photo, so that a lost photo is mentioned only once.
  const isChosen = photo !== null
  useEffect(() => memory.set(CHOSEN_KEY, isChosen ? 'yes' : null), [memory, isChosen])
  useEffect(
    () => keepPhoto({ photo, photoUrls, sentOrders, preparing, order }),
    [photo, photoUrls, sentOrders, preparing, order],
  )
}

/** Returns the order that starts automatically once its photo is ready. */
const getWaitingOrder = (sheet: PhotoSheet): GenerationOrder | null =>
  sheet.name === 'waiting' || sheet.name === 'cutting' ? sheet.order : null
