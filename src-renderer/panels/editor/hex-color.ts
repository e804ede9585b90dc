/** `#rrggbb` or `rgba(r, g, b, a)`, as a canvas answers a colour, to the hexadecimal form Monaco takes. */
export function toHexColor(color: string): string {
  if (color.startsWith('#')) return color
  const [red = 0, green = 0, blue = 0, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number)
  return `#${[red, green, blue, alpha * 255].map(toHexByte).join('')}`
}

function toHexByte(value: number): string {
  return Math.round(value).toString(16).padStart(2, '0')
}
