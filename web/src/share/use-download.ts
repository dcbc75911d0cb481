import { FAILURE, SUCCESS } from '#shared/domain/messages.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { toast } from '#web/ui/toast.ts'

/**
 * Files are plain links, which every browser saves in its own way and none reports on. So the server is asked beside
 * it whether the file is there, and the words follow its answer.
 */
export function useDownload() {
  const { api } = usePlatform()
  return async function downloaded(url: string) {
    try {
      await api.cards.findFile(url)
      toast.success(SUCCESS.cardDownloaded)
    } catch {
      toast.error(FAILURE.download)
    }
  }
}
