import { type ComponentType, useEffect, useRef, useState } from 'react'
import { whileOnline } from '#web/lib/online.ts'
import { toast } from './toast.ts'

type SheetProps = { open: boolean; onClose: () => void }

/** Preloads a sheet. A failure shows nothing, because opening the sheet tries again. */
export const fetchEarly = (load: () => Promise<unknown>) => () => void whileOnline(load)().catch(() => {})

/**
 * Creates a lazily loaded sheet. On failure it closes, shows an error, and retries on the next press; the page keeps
 * what was typed. A failed `React.lazy` would replace the page instead, and would never retry.
 */
export function lateSheet<Props extends SheetProps>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let Loaded: ComponentType<Props> | null = null

  return function LateSheet(props: Props) {
    const [isLoaded, setIsLoaded] = useState(Loaded !== null)
    const onClose = useRef(props.onClose)
    useEffect(() => {
      onClose.current = props.onClose
    })

    useEffect(() => {
      if (isLoaded || !props.open) return
      let isAwaited = true
      whileOnline(load)().then(
        (part) => {
          Loaded = part.default
          if (isAwaited) setIsLoaded(true)
        },
        () => {
          if (!isAwaited) return
          onClose.current()
          toast.error("That didn't open. Check your connection and try again.")
        },
      )
      return () => {
        isAwaited = false
      }
    }, [isLoaded, props.open])

    return Loaded ? <Loaded {...props} /> : null
  }
}
