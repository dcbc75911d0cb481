import { useScripted } from '#web/lib/slots.tsx'

/** Cards that are on their way, in their final shape, and the words that say so. */
export function PictureSkeletons({ count, label }: { count: number; label: string }) {
  const scripted = useScripted()
  return (
    <>
      <output className="mute loading" {...scripted}>
        {label}
      </output>
      <ol aria-hidden="true" {...scripted}>
        {Array.from({ length: count }, (_, index) => (
          <li key={index}>
            <div className="sk c" />
          </li>
        ))}
      </ol>
    </>
  )
}
