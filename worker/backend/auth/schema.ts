import * as z from 'zod'

const Text = z.lazy(() => z.string().max(4096))
const Token = z.lazy(() => z.string().min(1).max(512))
const DisplayName = z.lazy(() =>
  z
    .string()
    .max(80)
    .transform((name) => name.trim()),
)
/** HTTPS only, because other apps show it as an image. */
const PhotoUrl = z.lazy(() =>
  z
    .string()
    .max(2048, { abort: true })
    .pipe(z.url({ protocol: /^https$/ })),
)

/** Calls without a token name the project in their body. */
const projectField = { projectId: z.string() }

/** Treats an empty field as missing. */
const optional = <T>(schema: z.ZodType<T>) => z.preprocess((value) => value || undefined, schema.optional())

/** The name may be at the top level or under `metadata`. All other fields are ignored, above all a role. */
export const SignUp = z.lazy(() =>
  z
    .object({
      ...projectField,
      email: Text,
      password: Text,
      displayName: optional(DisplayName),
      photoURL: optional(PhotoUrl),
      metadata: optional(z.object({ displayName: optional(DisplayName), avatar: optional(PhotoUrl) })),
    })
    .transform(({ email, password, displayName, photoURL, metadata, projectId }) => ({
      projectId,
      email,
      password,
      displayName: displayName ?? metadata?.displayName ?? null,
      photoURL: photoURL ?? metadata?.avatar ?? null,
    })),
)

export const SignIn = z.lazy(() => z.object({ ...projectField, email: Text, password: Text }))
export const Refresh = z.lazy(() => z.object({ refresh_token: Token }))
export const UpdateMe = z.lazy(() =>
  z
    .object({ displayName: DisplayName.nullish(), photoURL: PhotoUrl.nullish() })
    .transform(({ displayName, photoURL }) => ({
      ...(displayName !== undefined && { displayName }),
      ...(photoURL !== undefined && { photoURL }),
    })),
)
export const MailLinkRequest = z.lazy(() =>
  z.object({ ...projectField, email: Text, redirectUrl: z.string().optional() }),
)
export const ConfirmReset = z.lazy(() => z.object({ ...projectField, token: Token, password: Text }))
export const ChangePassword = z.lazy(() => z.object({ oldPassword: Text, newPassword: Text }))
/** `password` is the account's, to prove that the caller created it. */
export const ConfirmAddress = z.lazy(() => z.object({ ...projectField, token: Token, password: optional(Text) }))
export const UseToken = z.lazy(() => z.object({ ...projectField, token: Token }))
/** The email address to verify. For the service key only. */
export const EmailOnly = z.lazy(() => z.object({ email: Text }))
