import { type Chosen, notConfigured } from '../choice.ts'
import type { Models } from '../providers.ts'
import { imageModel } from './image.ts'
import { languageModel } from './language.ts'
import type { RunModel } from './run.ts'
import { speechModel, transcriptionModel } from './sound.ts'

/**
 * The platform's own models in the shape that all others have.
 * @throws AppError `AI_NOT_CONFIGURED` without the binding
 */
export function modelsOf({ task, model }: Chosen, run: RunModel | null): Models {
  if (run === null) throw notConfigured(task, 'the binding AI')
  return {
    text: () => languageModel(model, run),
    image: () => imageModel(model, run),
    speech: () => speechModel(model, run),
    transcription: () => transcriptionModel(model, run),
  }
}
