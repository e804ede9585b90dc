/** Goes to the other of two terminals: of the panel that has the focus, or of the first there is. */
export function focusTerminalBeside(within: ParentNode = document): void {
  const panel = document.activeElement?.closest('[data-panel="terminals"]') ?? within
  const sides = [...panel.querySelectorAll('[data-terminal]')]
  const other = sides.find((side) => !side.contains(document.activeElement))
  other?.querySelector('textarea')?.focus()
}
