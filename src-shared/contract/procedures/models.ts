import { z } from 'zod'
import { Price } from '../../pricing/pricing.ts'
import { call } from './define.ts'

export const Model = z.object({
  /** `provider:model`. */
  name: z.string(),
  label: z.string(),
  /** Tokens. */
  contextTokens: z.int().optional(),
  /** Who says how much it takes in, as a person would name it. */
  contextSource: z.string().optional(),
  /** Absent: nobody knows it, and it is not free. */
  price: Price.optional(),
})
export type Model = z.infer<typeof Model>

export const Provider = z.object({
  id: z.string(),
  label: z.string(),
  /** Nothing it says comes from a model: it is scripted. */
  isScripted: z.boolean(),
  needsKey: z.boolean(),
  needsBaseUrl: z.boolean(),
  /** Where its key was found, as a person would say it; absent: there is none. */
  keySource: z.string().optional(),
  /** That key was never tried: nobody knows what it is worth. */
  isUntried: z.literal(true).optional(),
  /** That key was refused when it was tried last. */
  isRefused: z.literal(true).optional(),
  /** The environment variable to set a key in. */
  keyEnv: z.string().optional(),
  baseUrl: z.string().optional(),
  isReady: z.boolean(),
  models: z.array(Model),
})
export type Provider = z.infer<typeof Provider>

/** All secrets are read whenever one is looked for. */
const LONGEST_KEY = 8192
export const SecretKey = z.string().min(1).max(LONGEST_KEY)

/** What came of trying a key, or an address, against the provider itself. */
export const KeyCheck = z.object({
  status: z.enum(['accepted', 'refused', 'unreachable']),
  message: z.string(),
})
export type KeyCheck = z.infer<typeof KeyCheck>

export const models = {
  'models.list': call(z.object({}), z.array(Provider)),
  /** Tries a key, and keeps it in the secret store unless it is refused. Nothing reads it back to a window. */
  'models.setKey': call(
    z.object({ provider: z.string(), key: SecretKey, force: z.boolean().optional() }),
    KeyCheck.extend({ isKept: z.boolean() }),
  ),
  'models.removeKey': call(z.object({ provider: z.string() }), z.object({})),
  /** Tries the key that is found, wherever that is, and the address. */
  'models.check': call(z.object({ provider: z.string() }), KeyCheck),
} as const
