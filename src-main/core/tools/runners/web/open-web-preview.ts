import { AppError } from '#shared/lib/app-error.ts'
import { isThisMachine } from '#shared/lib/is-localhost.ts'
import { httpHostOf } from '../../../text/http-host.ts'
import { openWebPreview } from '../../catalogue/web/open-web-preview.ts'
import { defineRunner } from '../../context/define-runner.ts'
import { textOf } from '../../definition/define-tool.ts'

export const openWebPreviewRunner = defineRunner(openWebPreview, {
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
