/** All that a message says, as one text; what is not text is named. */
export function textOfContent(content: unknown): string {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return ''
  return content.map(textOfBlock).filter(Boolean).join('\n')
}

function textOfBlock(block: unknown): string {
  if (typeof block === 'string') return block
  if (typeof block !== 'object' || block === null) return ''
  if ('text' in block && typeof block.text === 'string') return block.text
  const type = 'type' in block && typeof block.type === 'string' ? block.type : ''
  return ['image', 'image_url', 'audio', 'video', 'file'].includes(type) ? `[${type}]` : ''
}
