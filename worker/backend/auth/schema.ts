import * as z from 'zod'

const Text = z.lazy(() => z.string().max(4096))
const Token = z.lazy(() => z.string().min(1).max(512))
const DisplayName = z.lazy(() =>
  z
    .string()
    .max(80)
    .transform((name) => name.trim()),
)
/** Shown as a picture by other apps, so nothing but a picture's address. */
const PhotoUrl = z.lazy(() =>
  z
    .string()
    .max(2048, { abort: true })
    .pipe(z.url({ protocol: /^https$/ })),
)

/** Every call names the project, as the ones without a token do on this wire. */
const ofProject = { projectId: z.string() }

/** A field that is sent empty is a field that is not sent. */
const optional = <T>(schema: z.ZodType<T>) => z.preprocess((value) => value || undefined, schema.optional())

/** The name may stand at the top or under `metadata`. Whatever else is sent, a role above all, is not read. */
export const SignUp = z.lazy(() =>
  z
    .object({
      ...ofProject,
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

export const SignIn = z.lazy(() => z.object({ ...ofProject, email: Text, password: Text }))
export const Refresh = z.lazy(() => z.object({ refresh_token: Token }))
export const UpdateMe = z.lazy(() =>
  z
    .object({ displayName: DisplayName.nullish(), photoURL: PhotoUrl.nullish() })
    .transform(({ displayName, photoURL }) => ({
      ...(displayName !== undefined && { displayName }),
      ...(photoURL !== undefined && { photoURL }),
    })),
)
export const AskByMail = z.lazy(() => z.object({ ...ofProject, email: Text, redirectUrl: z.string().optional() }))
export const ConfirmReset = z.lazy(() => z.object({ ...ofProject, token: Token, password: Text }))
export const ChangePassword = z.lazy(() => z.object({ oldPassword: Text, newPassword: Text }))
/** `password`: that of the account, to show that the caller made it. */
export const ConfirmAddress = z.lazy(() => z.object({ ...ofProject, token: Token, password: optional(Text) }))
export const UseToken = z.lazy(() => z.object({ ...ofProject, token: Token }))
/** The address to verify, for the service key. */
export const OfAddress = z.lazy(() => z.object({ email: Text }))
