import { FAILURE } from '#shared/domain/messages.ts'
import { useConfirmation } from '#web/hooks/confirmation.ts'
import { usePlatform } from '#web/lib/platform.tsx'
import { toast } from '#web/ui/toast.ts'

/** Copies texts to the clipboard. `confirmed` briefly holds the name of the pressed button. */
export function useCopy<Name extends string>() {
  const { copyText } = usePlatform()
  const { confirmed, confirm } = useConfirmation<Name>()

  /** @param text a text, or a promise of one */
  async function copy(name: Name, text: string | Promise<string>): Promise<void> {
    try {
      await copyText(await text)
      confirm(name)
    } catch {
      toast.error(FAILURE.copy)
    }
  }
  return { confirmed, copy }
}
