import type { Generation, MadeCard } from '#shared/contracts/generations.ts'
import { useGenerationCalls } from '#web/data/generations.ts'
import { ShareActions } from '#web/share/share-actions.tsx'

type ResultActionsProps = { generation: Generation; card: MadeCard; onAnother: () => void }

/** What can be done with a finished card. It is its maker's: nobody else reads this page. */
export function ResultActions({ generation, card, onAnother }: ResultActionsProps) {
  const { learn } = useGenerationCalls()
  return (
    <ShareActions
      card={card}
      place="result"
      mine
      onAnother={onAnother}
      onVisibility={(visibility) => learn({ ...generation, card: { ...card, visibility } })}
    />
  )
}
