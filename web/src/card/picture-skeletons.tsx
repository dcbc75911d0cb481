/** Cards that are on their way, in their final shape, and the words that say so. */
export function PictureSkeletons({ count, label }: { count: number; label: string }) {
  return (
    <>
      <output className="mute loading">{label}</output>
      <ol aria-hidden="true">
        {Array.from({ length: count }, (_, index) => (
          <li key={index}>
            <div className="sk c" />
          </li>
        ))}
      </ol>
    </>
  )
}
