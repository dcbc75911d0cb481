import { Check, Info, TriangleAlert, X } from 'lucide-react'
import { useEffect } from 'react'
import { toast, Toaster as Sonner } from 'sonner'
import { TOAST_DURATION_MS, TOAST_MAX_VISIBLE } from '#shared/domain/limits.ts'
import { placeToasts } from './toast.ts'

/** Where toasts appear: above the sticky bar on phones, bottom right on wide screens. */
export default function Toaster() {
  useEffect(() => {
    placeToasts(toast)
    return () => placeToasts(null)
  }, [])

  return (
    <Sonner
      position="bottom-right"
      visibleToasts={TOAST_MAX_VISIBLE}
      duration={TOAST_DURATION_MS.blank}
      closeButton
      expand
      gap={8}
      offset={{ bottom: 32, right: 40 }}
      mobileOffset={{ bottom: 92, left: 16, right: 16 }}
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
