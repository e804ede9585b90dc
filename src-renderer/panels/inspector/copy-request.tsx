import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import type { ModelRequest } from '#shared/events/model.ts'
import { parseJson } from '#shared/lib/parse-json.ts'
import { useTextFetching } from '../../client/documents.ts'
import { Button } from '../../ui/button.tsx'

/** Copies a request as it was sent: its parameters, tools and every message, as JSON. */
export function CopyRequest({ request }: { readonly request: ModelRequest }) {
  const fetchTexts = useTextFetching()
  const [told, setTold] = useState<'copied' | 'failed' | undefined>(undefined)
  const { messages, tools, params } = request
  const copy = async () => {
    const [texts, [toolsText]] = await Promise.all([
      fetchTexts(messages),
      fetchTexts(tools ? [tools] : []),
    ])
    const whole = {
      params,
      ...(toolsText !== undefined && { tools: parseJson(toolsText) ?? toolsText }),
      messages: texts.map((text) => (text === undefined ? null : (parseJson(text) ?? text))),
    }
    await navigator.clipboard.writeText(JSON.stringify(whole, null, 2))
    setTold('copied')
  }
  return (
    <Button
      isSmall
      variant="quiet"
      onClick={() => void copy().catch(() => setTold('failed'))}
      onBlur={() => setTold(undefined)}
    >
      {told === 'copied' ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      {told === 'copied' ? 'Copied' : told === 'failed' ? 'Not copied' : 'Copy the request'}
    </Button>
  )
}
