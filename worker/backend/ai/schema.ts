import * as z from 'zod'
import { MODIFY_IMAGE_MAX_IMAGES } from '#shared/domain/limits.ts'
import { CLIENT_FAILURE } from '#shared/domain/messages.ts'

/** Where player art is kept. */
export const ART_FOLDER = 'ai/'

/** Clients cut at 1000; whatever is longer than this is not a prompt. */
const PROMPT_MAX_CHARACTERS = 10_000
const PICTURES_MAX = 4

/** `POST /api/ai/:projectId/image`. Without `images` a picture is made from words alone. */
export const ImageRequest = z.object({
  prompt: z
    .string()
    .max(PROMPT_MAX_CHARACTERS)
    .refine((prompt) => prompt.trim() !== '', 'is required'),
  images: z
    .array(z.string())
    .min(1)
    .max(MODIFY_IMAGE_MAX_IMAGES, CLIENT_FAILURE.tooManyImages)
    .default(() => []),
  n: z.int().min(1).max(PICTURES_MAX).default(1),
})
export type ImageRequest = z.infer<typeof ImageRequest>
