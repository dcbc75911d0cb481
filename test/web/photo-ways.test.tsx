import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { photoFault, preparePhoto } from '#web/photo/photo.ts'
import { nickname, open } from './generator-support.tsx'

const SAVE_FIRST = 'Save the image first, then drop it here'
const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16)

describe('an image’s URL', () => {
  it.each([
    ['an image from another window', ['text/uri-list', 'text/html']],
    ['a URL', ['text/plain']],
  ])('explains what to do when %s is dropped', async (_, types) => {
    open()
    const frame = document.querySelector('.photo-step-drop')!
    await waitFor(() => {
      fireEvent.drop(frame, { dataTransfer: { files: [], items: [], types } })
      expect(screen.getByRole('alert').textContent).toBe(SAVE_FIRST)
    })
  })

  const paste = (target: EventTarget, texts: Readonly<Record<string, string>>) => {
    const event = new Event('paste', { bubbles: true })
    Object.assign(event, { clipboardData: { files: [], getData: (type: string) => texts[type] ?? '' } })
    act(() => void target.dispatchEvent(event))
  }

  it.each<Readonly<Record<string, string>>>([
    { 'text/plain': 'https://photos.example/me.jpg' },
    { 'text/plain': ' data:image/png;base64,AAAA' },
    { 'text/html': '<meta charset="utf-8"><img src="https://photos.example/me.jpg">' },
  ])('explains what to do when %o is pasted', async (texts) => {
    open()
    paste(document.body, texts)
    expect((await screen.findByRole('alert')).textContent).toBe(SAVE_FIRST)
  })

  it('ignores a URL pasted into a field, and pasted text', () => {
    open()
    paste(nickname(), { 'text/plain': 'https://photos.example/me.jpg' })
    paste(document.body, { 'text/plain': 'Ace' })
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('photo types', () => {
  it.each([
    ['no type', 'IMG_1', ''],
    ['an unknown type', 'me.jfif', 'application/octet-stream'],
    ['a text type', 'me.txt', 'text/plain'],
  ])('detects a JPEG by its bytes with %s', async (_, name, type) => {
    const decoded: Blob[] = []
    globalThis.createImageBitmap = (async (file: Blob) => {
      decoded.push(file)
      throw new DOMException('no', 'InvalidStateError')
    }) as typeof createImageBitmap
    const file = new File([JPEG], name, { type })
    await expect(preparePhoto(file)).rejects.toMatchObject({ code: 'IMAGE_UNREADABLE' })
    expect(decoded).toEqual([file])
  })

  it('ignores an image type that the bytes contradict', () => {
    expect(photoFault({ name: 'a.png', type: 'image/png', size: 1 }, 'application/pdf')?.code).toBe('IMAGE_UNSUPPORTED')
  })
})
