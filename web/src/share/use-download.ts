import { type MouseEvent, useState } from 'react'
import { FAILURE, SUCCESS } from '#shared/domain/messages.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { toast } from '#web/ui/toast.ts'
import { toFile } from './to-file.ts'

/** A download in progress: its URL, and its progress from 0 to 1. */
type Coming = { readonly url: string; readonly part: number }

type DownloadWords = { readonly done: string; readonly failed: string }
const CARD_WORDS: DownloadWords = { done: SUCCESS.cardDownloaded, failed: FAILURE.download }

/**
 * Downloads files with progress and a toast at the end. Without JavaScript, the link is a plain download.
 *
 * @param words the toasts for success and failure
 */
export function useDownload(words: DownloadWords = CARD_WORDS) {
  const { api, saveFile } = usePlatform()
  const [coming, setComing] = useState<Coming | null>(null)

  async function fetchFile(url: string) {
    setComing({ url, part: 0 })
    try {
      saveFile(await toFile(await api.cards.file(url), (part) => setComing({ url, part })))
      toast.success(words.done)
    } catch {
      toast.error(words.failed)
    } finally {
      setComing(null)
    }
  }

  return {
    coming,
    /** Handles a click on a download link. Leaves clicks with a modifier key to the browser. */
    download(event: MouseEvent<HTMLAnchorElement>) {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      const { pathname } = new URL(event.currentTarget.href)
      if (coming === null) void fetchFile(pathname)
    },
  }
}
