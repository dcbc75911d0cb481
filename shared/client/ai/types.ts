import type { CallOptions } from '../transport.ts'

export type MessagePart =
  | { readonly type: 'text'; readonly text: string }
  /** The HTTPS URL of an image. */
  | { readonly type: 'image'; readonly image: string }

export type Message = {
  readonly role: 'system' | 'user' | 'assistant'
  readonly content: string | readonly MessagePart[]
}

/** A prompt, messages, or both. */
export type TextOrder = CallOptions & {
  readonly prompt?: string | undefined
  readonly messages?: readonly Message[] | undefined
  readonly system?: string | undefined
  readonly model?: string | undefined
  /** Lets the model search the web. */
  readonly search?: boolean | undefined
  readonly maxSteps?: number | undefined
  readonly maxTokens?: number | undefined
  readonly temperature?: number | undefined
}

export type Usage = { readonly promptTokens: number; readonly completionTokens: number; readonly totalTokens?: number }
export type Source = { readonly id?: string; readonly url: string; readonly title?: string }

export type TextAnswer = {
  readonly text: string
  readonly finishReason?: string
  readonly usage?: Usage
  readonly sources?: readonly Source[]
  readonly [more: string]: unknown
}

export type ObjectOrder = CallOptions & {
  readonly prompt: string
  readonly system?: string | undefined
  readonly model?: string | undefined
  /** The kind of result: an object, a list of objects that fit `schema`, or one of `enum`. */
  readonly output?: 'object' | 'array' | 'enum' | undefined
  /** JSON Schema. */
  readonly schema?: Readonly<Record<string, unknown>> | undefined
  readonly enum?: readonly string[] | undefined
  readonly maxTokens?: number | undefined
  readonly temperature?: number | undefined
}

export type ObjectAnswer<T> = { readonly object: T; readonly finishReason?: string; readonly usage?: Usage }

export type MakeImage = CallOptions & {
  readonly prompt: string
  /** Number of images. */
  readonly n?: number | undefined
  readonly model?: string | undefined
  /** Width and height in pixels, such as `1024x1536`. */
  readonly size?: string | undefined
}

export type ModifyImage = MakeImage & {
  /** 1 to 50 image URLs. */
  readonly images: readonly string[]
}

export type Images = { readonly data: readonly { readonly url: string }[] }

export type SpeechOrder = CallOptions & {
  readonly text: string
  readonly model?: string | undefined
  readonly voice?: string | undefined
  readonly response_format?: string | undefined
  readonly speed?: number | undefined
}

export type Speech = {
  readonly url: string
  readonly voice: string
  readonly format: string
  readonly mimeType: string
}

/** Bytes, or a string: a URL, base64 or a data URL. */
export type Audio = string | readonly number[] | ArrayBuffer | ArrayBufferView

export type TranscriptionOrder = CallOptions & {
  readonly audio: Audio
  readonly model?: string | undefined
  readonly language?: string | undefined
  readonly response_format?: string | undefined
}

export type Transcription = { readonly text: string; readonly [more: string]: unknown }
