import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import type { Site } from './fixtures.ts'
import { column } from './writes.ts'

type Sheet = { handed: ShareData[] }

/** Gives the page a share sheet, which opens only during a click and records what it receives. */
export function installShareSheet() {
  const handed: ShareData[] = []
  Object.assign(window, { handed } satisfies Sheet)
  Object.assign(navigator, {
    canShare: () => true,
    share: async (data: ShareData) => {
      if (!navigator.userActivation.isActive) throw new DOMException('not in a press', 'NotAllowedError')
      handed.push(data)
    },
  })
}

/** Returns what the share sheet received; files as base64, because transferring an array of numbers takes seconds. */
export function readSharedContent() {
  const toBytes = (file: File) =>
    new Promise<string>((resolve) => {
      const reader = new FileReader()
      reader.addEventListener('load', () => resolve(String(reader.result).split(',')[1]!))
      reader.readAsDataURL(file)
    })
  return Promise.all(
    (window as unknown as Sheet).handed.map(async ({ title, text, url, files = [] }) => ({
      title,
      text,
      url,
      files: await Promise.all(
        files.map(async (file) => ({ name: file.name, type: file.type, base64: await toBytes(file) })),
      ),
    })),
  )
}

/** Describes the image on the clipboard, and compares its pixels with those of the stored one. */
export async function readClipboard(stored: string) {
  const [item] = await navigator.clipboard.read()
  const readPixels = async (blob: Blob) => {
    const bitmap = await createImageBitmap(blob)
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
    context.drawImage(bitmap, 0, 0)
    return context.getImageData(0, 0, bitmap.width, bitmap.height)
  }
  const copy = await readPixels(await item!.getType('image/png'))
  const original = await readPixels(await (await fetch(stored)).blob())
  const isSame = copy.data.every((value, i) => value === original.data[i])
  return { types: item!.types, size: [copy.width, copy.height], isSame }
}

/** Waits for the download that a click starts. */
export async function download(page: Page, pressed: () => Promise<unknown>): Promise<{ name: string; bytes: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), pressed()])
  return { name: file.suggestedFilename(), bytes: readFileSync(await file.path()) }
}

/** Returns the stored image of a card: its URL and its bytes. */
export async function toPicture(
  { store, url: origin }: Pick<Site, 'store' | 'url'>,
  id: string,
): Promise<{ url: string; bytes: Buffer }> {
  const path = String(column('image_url')(store, { id }))
  expect(
    store.files().some((key) => path.endsWith(key)),
    `the picture of ${id} is stored`,
  ).toBe(true)
  const url = new URL(path, origin).href
  return { url, bytes: Buffer.from(await (await fetch(url)).arrayBuffer()) }
}
