import { useEffect } from 'react'
import type { Memory } from '#web/lib/platform.tsx'
import type { GeneratorState, Photo } from './state/generator-state.ts'
import type { RememberedPhoto } from './state/restore-generator.ts'

const CHOSEN_KEY = 'photo-chosen'

type KeptPhoto = Pick<GeneratorState, 'photo' | 'photoUrls'>

/** The photo of this tab. It outlives the screen, which unmounts while the visitor looks at another page. */
let kept: KeptPhoto = { photo: null, photoUrls: {} }

/** Replaces the photo of this tab and frees the one before. */
export function keepPhoto({ photo, photoUrls }: KeptPhoto) {
  const urls = listUrls(photo)
  for (const url of listUrls(kept.photo)) if (!urls.includes(url)) URL.revokeObjectURL(url)
  kept = { photo, photoUrls }
}

const listUrls = (photo: Photo | null): string[] => (photo ? [photo.whole.url, photo.chosen.previewUrl] : [])

export const recallPhoto = (memory: Memory): RememberedPhoto => ({ ...kept, wasChosen: wasPhotoChosen(memory) })

/** Whether a photo was chosen in this browser. The photo itself does not survive a reload. */
export const wasPhotoChosen = (memory: Memory): boolean => memory.get(CHOSEN_KEY) !== null

/** Keeps the restored photo, and notes for a reload that there was one. */
export function useKeptPhoto(memory: Memory, { photo, photoUrls, isPhotoLost }: GeneratorState) {
  const wasChosen = photo !== null || isPhotoLost
  useEffect(() => memory.set(CHOSEN_KEY, wasChosen ? 'yes' : null), [memory, wasChosen])
  useEffect(() => keepPhoto({ photo, photoUrls }), [photo, photoUrls])
}
