import { type ComponentType, type ReactNode, useEffect, useState } from 'react'
import { useOnline, whileOnline } from '#web/lib/online.ts'

/**
 * Creates a lazily loaded part of a screen, with a preload. Shows `instead` until it has loaded, and retries when the
 * network is back. A failed `React.lazy` would replace the screen instead, and would never retry.
 */
export function latePart<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let Loaded: ComponentType<Props> | null = null
  const loadOnce = whileOnline(async () => {
    Loaded ??= (await load()).default
  })

  function LatePart(props: Props & { instead: ReactNode }) {
    const [, setIsLoaded] = useState(Loaded !== null)
    const isOnline = useOnline()
    useEffect(() => {
      if (Loaded || !isOnline) return
      loadOnce().then(
        () => setIsLoaded(true),
        () => {},
      )
    }, [isOnline])
    return Loaded ? <Loaded {...props} /> : props.instead
  }
  /** A failure shows nothing, because rendering the part tries again. */
  LatePart.preload = () => void loadOnce().catch(() => {})
  return LatePart
}
