import { z } from 'zod'
import { AppError } from '#shared/error.ts'
import { isThisMachine } from '#shared/this-machine.ts'
import { httpHostOf } from '../http-host.ts'
import { defineTool, textOf } from './define.ts'
import { ALL_FILES } from './touches.ts'

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
  run: async ({ url, title }, { preview, signal }) => {
    const shown = await preview.open({ url: toLocal(url), title: title?.trim(), signal })
    const text = [`${shown.url} is shown in the preview as "${shown.title}".`, ...shown.news]
    return { text: text.join('\n'), display: { type: 'text', lines: text.length } }
  },
})

/** As a window may frame it: by name or by 127.0.0.1. */
function toLocal(written: string): string {
  const given = written.trim()
  const url = /^https?:/i.test(given) ? given : `http://${given}`
  const host = httpHostOf(url)
  const parsed = URL.parse(url)
  if (host === undefined || !parsed || !isThisMachine(host) || parsed.protocol !== 'http:') {
    const message = `The preview shows pages of this machine only, as in http://localhost:5173/, not "${textOf(written)}". Other pages have \`browser\`.`
    throw new AppError('invalid-input', message)
  }
  if (host !== '127.0.0.1') parsed.hostname = 'localhost'
  parsed.username = ''
  parsed.password = ''
  return parsed.href
}
