import { DataSet, englishDataset, englishRecommendedTransformers, pattern, RegExpMatcher } from 'obscenity'

/** People, places and food that the word list takes for what they are not. */
const INNOCENT = ['penistone', 'pussycat', 'fagan', 'shiitake', 'shitake', 'moby dick']

/** Finds words that no nickname may contain, in any spelling. */
export const BAD_WORDS = build()

function build(): RegExpMatcher {
  const words = new DataSet<{ originalWord: string }>()
    .addAll(englishDataset)
    .addPhrase((phrase) => INNOCENT.reduce((built, term) => built.addWhitelistedTerm(term), phrase))
    .addPhrase((phrase) => phrase.setMetadata({ originalWord: 'nazi' }).addPattern(pattern`|nazi`))
    .addPhrase((phrase) => phrase.setMetadata({ originalWord: 'hitler' }).addPattern(pattern`hitler`))
  return new RegExpMatcher({ ...words.build(), ...englishRecommendedTransformers })
}
