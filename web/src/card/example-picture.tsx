import { describeExample, EXAMPLE_WIDTHS, exampleAddress, type ExampleCard } from '#shared/domain/examples.ts'
import cardPictureStyles from './card-picture.module.css'

/** @param sizes how wide the picture will be, as of an image */
export const sourcesOf = (card: ExampleCard, sizes: string) => ({
  sizes,
  srcset: EXAMPLE_WIDTHS.map((width) => `${exampleAddress(card, width)} ${width}w`).join(', '),
  src: exampleAddress(card, 640),
})

type ExamplePictureProps = {
  card: ExampleCard
  sizes: string
  /** The one that the page is first seen with: fetched before all others. */
  first?: boolean
  alt?: string
}

/** The picture of a card that shows what can be made here. */
export function ExamplePicture({ card, sizes, first = false, alt = describeExample(card) }: ExamplePictureProps) {
  const { srcset, ...sources } = sourcesOf(card, sizes)
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
