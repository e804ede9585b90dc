import { z } from 'zod'
import { defineEvent } from './define.ts'
import { FileContent } from './value.ts'

/** A page of this machine that an agent shows to people. `picture`: how it looked, where that could be kept. */
export const previewOpened = defineEvent(
  'preview.opened',
  z.object({ url: z.string(), title: z.string(), picture: FileContent.optional() }),
)
