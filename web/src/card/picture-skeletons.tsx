import { classes } from '#web/ui/classes.ts'
import skeletonStyles from '#web/ui/skeleton.module.css'
import textStyles from '#web/ui/text.module.css'

/** Placeholders of cards that are loading, with a loading message. */
export function PictureSkeletons({ count, label }: { count: number; label: string }) {
  return (
    <>
      <output className={classes(textStyles['mute'], skeletonStyles['message'])} data-scripted>
        {label}
      </output>
      <ol aria-hidden="true" data-scripted>
        {Array.from({ length: count }, (_, index) => (
          <li key={index}>
            <div className={classes(skeletonStyles['skeleton'], skeletonStyles['card'])} />
          </li>
        ))}
      </ol>
    </>
  )
}
