import { Check, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import { toast, Toaster as Sonner } from 'sonner'
import { TOAST_DURATION_MS, TOAST_MAX_VISIBLE } from '#shared/domain/limits.ts'
import { placeToasts } from './toast.ts'

const WIDE = '(min-width: 900px)'

function onWidthChange(call: () => void) {
  const query = matchMedia(WIDE)
  query.addEventListener('change', call)
  return () => query.removeEventListener('change', call)
}

/** Over the header: on a phone what is to be pressed next stands right beneath it, or at the lower edge. */
const ON_HEADER = { top: 4, left: 8, right: 8 } as const
const PLACES = {
  narrow: { position: 'top-center', offset: ON_HEADER, mobileOffset: ON_HEADER },
  wide: { position: 'bottom-right', offset: { bottom: 32, right: 40 }, mobileOffset: ON_HEADER },
} as const

/** Where toasts appear: at the top of phones, bottom right on wide screens. */
export default function Toaster() {
  const isWide = useSyncExternalStore(onWidthChange, () => matchMedia(WIDE).matches)
  useEffect(() => {
    placeToasts(toast)
    return () => placeToasts(null)
  }, [])

  return (
    <Sonner
      {...PLACES[isWide ? 'wide' : 'narrow']}
      visibleToasts={TOAST_MAX_VISIBLE}
      duration={TOAST_DURATION_MS.blank}
      closeButton
      expand
      gap={8}
      icons={{
        success: <Check className="i" aria-hidden="true" />,
        error: <TriangleAlert className="i" aria-hidden="true" />,
        info: <Info className="i" aria-hidden="true" />,
        close: <X className="i" aria-hidden="true" />,
      }}
      toastOptions={{
        unstyled: true,
        closeButtonAriaLabel: 'Dismiss',
        classNames: {
          toast: 'toast',
          title: 'toast-title',
          description: 'toast-text',
          content: 'toast-content',
          icon: 'toast-icon',
          closeButton: 'toast-close',
        },
      }}
    />
  )
}
