import type { ReactNode } from 'react'
import { useDropzone } from 'react-dropzone'

/** Where a photo can be dropped. It takes any one file: why a file is refused is said in one place, not here. */
export default function DropZone({ onFile, children }: { onFile: (file: File) => void; children: ReactNode }) {
  const { getRootProps, isDragActive } = useDropzone({
    noClick: true,
    noKeyboard: true,
    // Pasting is listened for on the whole page.
    noPaste: true,
    onDrop: ([file], [refused]) => {
      const dropped = file ?? refused?.file
      if (dropped) onFile(dropped)
    },
  })
  return (
    <div
      data-ready
      {...getRootProps({ className: isDragActive ? 'drop is-over' : 'drop', role: undefined, tabIndex: undefined })}
    >
      {children}
    </div>
  )
}
