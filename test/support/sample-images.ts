const decode = (base64: string) => Buffer.from(base64, 'base64')

const png = decode(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
)

function withWidth(width: number): Buffer {
  const copy = Buffer.from(png)
  copy.writeUInt32BE(width, 16)
  return copy
}

function toBitmap(): Buffer {
  const bytes = Buffer.alloc(58)
  bytes.write('BM')
  bytes.writeUInt32LE(58, 2)
  bytes.writeUInt32LE(54, 10)
  bytes.writeUInt32LE(40, 14)
  bytes.writeUInt32LE(1, 18)
  bytes.writeUInt32LE(1, 22)
  return bytes
}

/** Images of one pixel, but for the head of `wide`, which claims 9,000. The pixel of `jpeg` is noise. */
export const sampleImages = {
  png,
  wide: withWidth(9000),
  bmp: toBitmap(),
  jpeg: decode(
    '/9j/4AAQSkZJRgABAQEAYABgAAD/2wBDAAMCAgICAgMCAgIDAwMDBAYEBAQEBAgGBgUGCQgKCgkICQkKDA8MCgsOCwkJDRENDg8QEBEQCgwSExIQEw8QEBD/wAALCAABAAEBAREA/8wABgAQEAX/2gAIAQEAAD8A0s8g/9k=',
  ),
  gif: decode('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'),
  webp: decode('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA'),
} as const
