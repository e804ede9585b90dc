/** Puts the cursor into the prompt box. */
export function focusPrompt(): void {
  document.querySelector<HTMLElement>('[data-focus="prompt"]')?.focus()
}

/** Goes to the first call that waits for a person. */
export function focusWaiting(): void {
  const first = document.querySelector<HTMLElement>('[data-focus="approval"]')
  first?.scrollIntoView({ block: 'nearest' })
  first?.focus()
}
