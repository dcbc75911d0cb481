import { Check, CircleAlert, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import { toast, Toaster as Sonner } from 'sonner'
import { TOAST_DURATION_MS, TOAST_MAX_VISIBLE } from '#shared/domain/limits.ts'
import { placeToasts } from './toast.ts'

/** Over the header: everything else may have to be pressed next, at its lower edge above all. */
const ON_HEADER = { top: 8 } as const
const ON_PHONE = { top: 4, left: 8, right: 8 } as const

/** Where toasts appear: over the header, as wide as a phone is or in its middle. */
export default function Toaster() {
  useEffect(() => {
    placeToasts(toast)
    return () => placeToasts(null)
  }, [])

  return (
    <Sonner
      position="top-center"
      offset={ON_HEADER}
      mobileOffset={ON_PHONE}
      visibleToasts={TOAST_MAX_VISIBLE}
      duration={TOAST_DURATION_MS.blank}
      closeButton
      expand
      gap={8}
      icons={{
        success: <Check className="i" aria-hidden="true" />,
        error: <TriangleAlert className="i" aria-hidden="true" />,
        warning: <CircleAlert className="i" aria-hidden="true" />,
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
