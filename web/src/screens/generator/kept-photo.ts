import { useEffect } from 'react'
import type { Memory } from '#web/lib/platform.tsx'
import type { GeneratorState, Order, Photo, PhotoSheet } from './state/generator-state.ts'
import type { RememberedPhoto } from './state/restore-generator.ts'

const CHOSEN_KEY = 'photo-chosen'

type KeptPhoto = Pick<RememberedPhoto, 'photo' | 'photoUrls' | 'preparing' | 'order'>
const NO_PHOTO: KeptPhoto = { photo: null, photoUrls: {}, preparing: null, order: null }

/** The photo of this tab. It outlives the screen, which unmounts while the visitor looks at another page. */
let kept = NO_PHOTO

/** Replaces the photo of this tab and frees the one before. */
export function keepPhoto(next: Partial<KeptPhoto>) {
  const urls = listUrls(next.photo ?? null)
  for (const url of listUrls(kept.photo)) if (!urls.includes(url)) URL.revokeObjectURL(url)
  kept = { ...NO_PHOTO, ...next }
}

const listUrls = (photo: Photo | null): string[] => (photo ? [photo.whole.url, photo.chosen.previewUrl] : [])

export const recallPhoto = (memory: Memory): RememberedPhoto => ({ ...kept, wasChosen: wasPhotoChosen(memory) })

/** Returns true when this tab had a photo before a reload. The photo itself does not survive one. */
export const wasPhotoChosen = (memory: Memory): boolean => memory.get(CHOSEN_KEY) !== null

/** Keeps the restored photo, and notes for a reload that there was one. */
export function useKeptPhoto(memory: Memory, { photo, photoUrls, preparing, sheet }: GeneratorState) {
  const order = getWaitingOrder(sheet)
  // A lost photo is mentioned once, so the note is gone after that.
  const isChosen = photo !== null
  useEffect(() => memory.set(CHOSEN_KEY, isChosen ? 'yes' : null), [memory, isChosen])
  useEffect(() => keepPhoto({ photo, photoUrls, preparing, order }), [photo, photoUrls, preparing, order])
}

/** Returns the order that starts by itself once its photo is ready. */
const getWaitingOrder = (sheet: PhotoSheet): Order | null =>
  sheet.name === 'waiting' || sheet.name === 'cutting' ? sheet.order : null
