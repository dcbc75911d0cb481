import { type MouseEvent, useState } from 'react'
import { FAILURE, SUCCESS } from '#shared/domain/messages.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { toast } from '#web/ui/toast.ts'
import { fileOf } from './file-of.ts'

/** A file on its way: where it lies, and how much of it is here, from 0 to 1. */
type Coming = { readonly url: string; readonly part: number }

/**
 * Fetches files and hands them to the browser to save; the words follow the file. Without a script its link is one all
 * the same (web/README.md, _Decisions_).
 */
export function useDownload() {
  const { api, saveFile } = usePlatform()
  const [coming, setComing] = useState<Coming | null>(null)

  async function fetchFile(url: string) {
    setComing({ url, part: 0 })
    try {
      saveFile(await fileOf(await api.cards.file(url), (part) => setComing({ url, part })))
      toast.success(SUCCESS.cardDownloaded)
    } catch {
      toast.error(FAILURE.download)
    } finally {
      setComing(null)
    }
  }

  return {
    coming,
    /** For the click on a link to a file. A click with a modifier key is left to the browser. */
    download(event: MouseEvent<HTMLAnchorElement>) {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
      event.preventDefault()
      const { pathname } = new URL(event.currentTarget.href)
      if (coming === null) void fetchFile(pathname)
    },
  }
}
