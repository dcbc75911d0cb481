import { describeExample, EXAMPLE_WIDTHS, exampleAddress, type ExampleCard } from '#shared/domain/examples.ts'
import cardPictureStyles from './card-picture.module.css'

/** @param sizes the image's `sizes` */
export const getSources = (card: ExampleCard, sizes: string) => ({
  sizes,
  srcset: EXAMPLE_WIDTHS.map((width) => `${exampleAddress(card, width)} ${width}w`).join(', '),
  src: exampleAddress(card, 640),
})

type ExamplePictureProps = {
  card: ExampleCard
  sizes: string
  /** True for the first visible picture, which loads before the others. */
  first?: boolean
  alt?: string
}

/** The picture of a sample card. */
export function ExamplePicture({ card, sizes, first = false, alt = describeExample(card) }: ExamplePictureProps) {
  const { srcset, ...sources } = getSources(card, sizes)
  return (
    <img
      className={cardPictureStyles['picture']}
      srcSet={srcset}
      {...sources}
      alt={alt}
      width="1000"
      height="1400"
      fetchPriority={first ? 'high' : 'low'}
      decoding="sync"
    />
  )
}
