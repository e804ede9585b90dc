import { z } from 'zod'
import { Theme } from '../settings.ts'
import { call } from './define.ts'

/** What only a desktop has. Served beside the contract there, and absent in a browser. */
export const nativeContract = {
  /** `null`: the person chose none. */
  'native.pickFolder': call(z.object({}), z.object({ path: z.string().nullable() })),
  'native.revealInFolder': call(z.object({ path: z.string() }), z.object({})),
  'native.setTheme': call(z.object({ theme: Theme }), z.object({})),
  'native.setZoom': call(z.object({ factor: z.number().min(0.25).max(5) }), z.object({})),
} as const
export type NativeContract = typeof nativeContract
