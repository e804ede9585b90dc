import { z } from 'zod'
import { defineTool, textOf } from '../../definition/define-tool.ts'
import { ALL_FILES } from '../../definition/touches.ts'

const address = (args: Readonly<Record<string, unknown>>) =>
  typeof args['url'] === 'string' ? args['url'] : undefined

export const openWebPreview = defineTool({
  name: 'open_web_preview',
  effect: 'fetch',
  description:
    'Shows the person a page of a server on this machine, in the Preview panel of the session: what you built, while it runs. Start the server first and see that it answers. To look at the page yourself, take `browser`.',
  schema: z.object({
    url: z.string().min(1).describe('The address, as in http://localhost:5173/.'),
    title: z
      .string()
      .optional()
      .describe('What is shown, in a few words; the page’s own title unless given.'),
  }),
  touches: () => ({ reads: [ALL_FILES], changes: ['preview'] }),
  title: (args) => `Show ${textOf(args['title'], textOf(args['url'], 'a page'))} in the preview`,
  address,
  risk: () =>
    'Shows a page of this machine in the window, where its scripts run, kept apart from Orrery.',
})
