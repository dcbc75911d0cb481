import { type ComponentType, useEffect, useRef, useState } from 'react'
import { whileOnline } from '#web/lib/online.ts'
import { toast } from './toast.ts'

type SheetProps = { open: boolean; onClose: () => void }

/** Fetches a sheet before it is asked for. A failure shows nothing: opening it tries again. */
export const fetchEarly = (load: () => Promise<unknown>) => () => void whileOnline(load)().catch(() => {})

/**
 * A sheet that is fetched when it is first opened. When that fails it closes and says so, what was typed on the page
 * stays, and the next press tries again: a failed part of React's own `lazy` would take the page with it, for good.
 */
export function lateSheet<Props extends SheetProps>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let Loaded: ComponentType<Props> | null = null

  return function LateSheet(props: Props) {
    const [hasCome, setHasCome] = useState(Loaded !== null)
    const onClose = useRef(props.onClose)
    useEffect(() => {
      onClose.current = props.onClose
    })

    useEffect(() => {
      if (hasCome || !props.open) return
      let isAwaited = true
      whileOnline(load)().then(
        (part) => {
          Loaded = part.default
          if (isAwaited) setHasCome(true)
        },
        () => {
          if (!isAwaited) return
          onClose.current()
          toast.error('That did not open.', { description: 'Check your connection and press it again.' })
        },
      )
      return () => {
        isAwaited = false
      }
    }, [hasCome, props.open])

    return Loaded ? <Loaded {...props} /> : null
  }
}
