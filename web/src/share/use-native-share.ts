import { SUCCESS } from '#shared/domain/messages.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { toast } from '#web/ui/toast.ts'
import type { ShareCard, ShareContent } from './share-card.ts'
import type { PageLink } from './use-page-link.ts'
import { usePictureFile } from './use-picture-file.ts'

/**
 * Opens the device's share sheet with the picture and link, else only the picture, else only the link. Without a share
 * sheet, or if it fails, copies the link. A dismissed sheet (`AbortError`) is not a failure.
 */
export function useNativeShare(card: ShareCard, shared: ShareContent, link: PageLink) {
  const { share, canShare } = usePlatform()
  const pictureFile = usePictureFile(card)
  const { name: title, text, url } = shared

  const copy = () => link.copy(url, () => void toast.success(SUCCESS.shareLinkCopied))

  return async function shareNatively() {
    if (!share) return copy()
    const works = link.workOrSay()
    const file = pictureFile()
    const files = file ? [file] : []
    const ways: ShareData[] = [
      { title, text, url, files },
      { title, text, files },
    ].filter((way) => files.length > 0 && canShare(way))
    for (const way of [...ways.slice(0, 1), { title, text, url }]) {
      try {
        await share(way)
        return
      } catch (thrown) {
        if (thrown instanceof DOMException && thrown.name === 'AbortError') return
      }
    }
    if (await works) await copy()
  }
}
