/** A sentence whose words between backticks are code. */
export function CodedText({ text }: { readonly text: string }) {
  const parts = text.split('`')
  // Without a partner the last one is a character like others.
  const isWhole = parts.length % 2 === 1
  if (!isWhole) return <>{text}</>
  return (
    <>
      {parts.map((part, index) => {
        const key = `${index} ${part}`
        return index % 2 === 1 ? <code key={key}>{part}</code> : <span key={key}>{part}</span>
      })}
    </>
  )
}
